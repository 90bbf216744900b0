-- Why an office last corrected a project of the ledger by hand (decision 0461).

alter table program add column correction text;
