"""What MQ is, as the evidence shows it: facts, absences, the estate, and the commands that settle what is open.

Read `fact`, `absence`, `estate`, `of_case`, `check` and `checks` first. What commands made of it since: `done`,
`security_records`, `in_time`, `new_queue`. Where a name leads: `resolution`, `hops`, `route`, `undefined`,
`cluster_queues`, `topics`, `near_names`, `puts`. Channels: `channel_causes`, `not_started`, `batch`, `listeners`,
`channel_log`, `running`, `coupling`. Who may: `security`, `chlauth`, `authority`, `worlds`, `gates`. Whose and when:
`owners`, `disputed`, `zones`, `case_clocks`, `case_columns`. Evidence read for all: `entries`, `dead_letters`,
`mqi_calls`, `failed_calls`, `readers`, `quotes`. What to run: `commands`, `first_steps`.
"""
