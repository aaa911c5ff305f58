"""What is said of a question that could not be answered, and of the progress of all of them."""

FAILED = (
    "This question could not be answered ({error}). The evidence has something that the kit does not foresee, or"
    " the machine lacked memory or disk. Judge this evidence by hand. With {variable}=1 in its environment the kit"
    " shows the whole error; please report it."
)
FAILED_ON_SAIL = (
    "Sail, the engine without Java, could not answer this question ({error}). Spark may: make the report again with"
    " --engine spark, on a machine with Java."
)
HEADLINE = "The question '{title}' could not be answered."
SO_MANY_ASKED = "{done} of {questions} questions asked."
