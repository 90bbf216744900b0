/**
 * SQL of the baseline's tables: copies of the product's tables with their indexes; for approvals,
 * narrow ones with a primary key and one task per process.
 */
export const baselineTables = `
  create table if not exists baseline_paper (like paper including all);
  create table if not exists baseline_author (like paper_authors including all);
  create table if not exists baseline_history (like history including all);
  create table if not exists baseline_expense (like funds_expenditure including all);
  create table if not exists baseline_expense_items (like funds_expenditure_items including all);
  create table if not exists baseline_entry (like ledger_funds including all);
  create table if not exists baseline_balance (like ledger_funds_balance including all);
  create table if not exists baseline_invoice_entry (like ledger_invoice_numbers including all);
  create table if not exists baseline_invoice (like ledger_invoice_numbers_balance including all);
  drop table if exists baseline_task, baseline_log, baseline_message, baseline_change;
  create table baseline_task (id bigint primary key, process bigint not null, status text not null,
    actor bigint, comment text, finished timestamptz);
  create index on baseline_task (process);
  insert into baseline_task select one, one, 'TODO' from generate_series(1, 200000) as one;
  create table baseline_log (id bigint generated always as identity primary key, task bigint, at timestamptz);
  create table baseline_message (id bigint generated always as identity primary key, task bigint, title text);
  create table baseline_change (id bigint generated always as identity primary key, task bigint, changes jsonb);
  analyze baseline_task`;

export const dropBaselineTables = `drop table if exists baseline_paper, baseline_author, baseline_history,
  baseline_expense, baseline_expense_items, baseline_entry, baseline_balance, baseline_invoice_entry, baseline_invoice,
  baseline_task, baseline_log, baseline_message, baseline_change`;
