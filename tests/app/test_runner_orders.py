"""Orders of one kind merge, and a restart voids what was asked of the old run."""

from headflow.app.room.orders import STEPS_OWED, Orders


def test_held_key_is_not_owed():
    orders = Orders()
    for _ in range(50):
        orders.stepping(1)
    assert orders.steps == STEPS_OWED
    orders = Orders()
    orders.stepping(30)
    assert orders.steps == 30


def test_restart_voids_the_rest():
    orders = Orders(changed=True)
    orders.seeking(3.0)
    orders.stepping(2)
    orders.restarting()
    assert (orders.restart, orders.changed, orders.seek, orders.steps) == (True, False, None, 0)


def test_the_last_place_sought_counts():
    orders = Orders()
    orders.seeking(3.0)
    orders.seeking(1.0)
    assert orders.seek == 1.0
