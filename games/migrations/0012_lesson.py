from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_ratings'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='lesson',
            field=models.CharField(blank=True, default='', max_length=40),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(
                condition=Q(('lesson', ''), Q(('access', 'private'), ('pace', 0), ('practice', True)), _connector='OR'),
                name='table_lesson_is_practice',
            ),
        ),
    ]
