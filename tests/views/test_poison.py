from mqforensics import backout_story
from mqforensics.views import poison, style


def test_deliveries_and_endings():
    product, slides = (backout_story(1, "Q1_BO", 5, comparison=c) for c in ("at_least", "greater"))
    assert poison.deliveries(product).to_dict("list") == {
        "delivery": [1, 2], "backout_count": [0, 1], "given": [True, False],
    }  # fmt: skip
    assert poison.ending(product) == "given to the application 1 time, then moved to Q1_BO"
    assert poison.ending(slides) == "given to the application 2 times, then moved to Q1_BO"
    assert poison.ending(backout_story(0, limit=3)) == "given again and again: left on Q1, to be read again"
    assert poison.ending(backout_story(2, dlq="DLQ")).endswith("dead-lettered to DLQ")
    assert poison.ending(backout_story(2, discard_msg=True)).endswith("then discarded")


def test_the_figure_says_in_words_what_it_shows():
    stories = {"product": backout_story(1, "Q1_BO", 5), "slides": backout_story(1, "Q1_BO", 5, comparison="greater")}
    made = poison.story_figure(stories, 1)
    axes = made.axes[0]
    assert axes.get_title("left") == "Given to the application 1 time, then moved to Q1_BO"
    lines = [line.get_xdata() for line in axes.get_lines()]
    assert [len(x) for x in lines[:2]] == [2, 3]
    words = style.words(made)
    assert "Threshold 1." in words and "Product: read 1 with BackoutCount 0, read 2 with BackoutCount 1" in words
    assert "read 3 with BackoutCount 2; given to the application 2 times" in words
    assert len(style.png(made)) > 5000
