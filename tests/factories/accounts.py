"""Accounts."""

import factory
from django.contrib.auth.models import User

PASSWORD = "heslo-na-zkoušku"


class UserFactory(factory.django.DjangoModelFactory):
    """An active account without rights; its password is `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"user{n}")
    password = factory.django.Password(PASSWORD)
