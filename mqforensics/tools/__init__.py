"""What stands above the questions and below the report: explain a text, collect what lacks, write messages back."""
