"""What MQ is, as the evidence shows it: facts, absences, the estate, and the commands that settle what is open."""
