from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_lesson"),
    ]

    operations = [
        migrations.AddField(
            model_name="pulse",
            name="since",
            field=models.BigIntegerField(default=0),
        ),
    ]
