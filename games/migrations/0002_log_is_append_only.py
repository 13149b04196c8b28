"""In PostgreSQL a trigger refuses what the model refuses: changing or deleting an action (BUGLOG D17)."""

from django.db import migrations

CREATE = """
CREATE FUNCTION games_action_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of a match is append-only';
END $$;
CREATE TRIGGER games_action_append_only BEFORE UPDATE OR DELETE ON games_action
    FOR EACH ROW EXECUTE FUNCTION games_action_refuse();
"""
DROP = """
DROP TRIGGER games_action_append_only ON games_action;
DROP FUNCTION games_action_refuse();
"""


def create(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(CREATE)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DROP)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_tables_matches_and_the_log")]
    operations = [migrations.RunPython(create, drop)]
