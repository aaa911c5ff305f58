"""Widgets that the browser hears of when they are looked at."""

from threading import Thread

import ipywidgets as widgets

from mqforensics.views.unopened import Unopened


def test_what_is_made_waits_and_what_another_one_holds_is_opened_before_it():
    held = Unopened()
    with held():
        box = widgets.VBox()
        box.children = [inner := widgets.Button(description="seen")]
    assert box.comm is None and inner.comm is None
    inner.description = "seen later"
    held.open()
    assert box.get_state()["children"] == [f"IPY_MODEL_{inner.model_id}"]
    assert inner.get_state()["description"] == "seen later"
    assert inner.get_state()["style"] == f"IPY_MODEL_{inner.style.model_id}"


def test_what_is_made_later_or_by_another_thread_does_not_wait():
    held, made = Unopened(), []
    with held():
        other = Thread(target=lambda: made.append(widgets.HTML()))
        other.start()
        other.join()
    made.append(widgets.HTML())
    assert all(one.comm is not None for one in made)
    before = [one.comm for one in made]
    held.open()
    assert [one.comm for one in made] == before


def test_an_error_while_they_are_made_leaves_the_others_alone():
    held = Unopened()
    try:
        with held():
            raise ValueError("no such tab")
    except ValueError:
        assert widgets.HTML().comm is not None
