"""What MQ is, as the evidence shows it: facts, absences, the estate, and the commands that settle what is open.

Read `fact`, `absence`, `estate`, `case_evidence`, `check` and `checks` first. What commands made of it since:
`command_effects`, `security_records`, `definition_history`, `new_queue`. Where a name leads: `resolution`, `hops`,
`route`, `missing_queues`, `cluster_queues`, `topics`, `near_names`, `puts`. Channels: `channel_causes`,
`channel_not_running`, `batch`, `listeners`, `channel_log`, `run_states`, `coupling_facility`. Who may: `security`,
`chlauth`, `authority`, `worlds`, `gates`. Whose and when: `owners`, `ambiguous_captures`, `host_zones`, `case_clocks`,
`case_columns`. Evidence read for all: `entries`, `dead_letters`, `mqi_calls`, `failed_calls`, `readers`, `quotes`. What
fits a pattern: `wildcards`. What to run: `commands`, `first_steps`.
"""
