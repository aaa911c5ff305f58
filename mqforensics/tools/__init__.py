"""What stands above the questions and below the report: explain a text, collect what lacks, write messages back.

To read: `explain`, `collect`, `rescue` and `rescued_queues`, `compare`, `names_of_case`, `sample`.
"""
