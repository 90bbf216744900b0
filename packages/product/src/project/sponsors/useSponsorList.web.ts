import { useClient } from '@keyan/console/client/context.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fileForm, useSending } from '../../shared/list-files/useSending.web.ts';
import { declareInfo } from '../declaration/declare-info.ts';
import type { ColumnKind } from './columns.ts';
import type { CellFixes } from './list.ts';
import {
  type GrantDecision,
  type GrantLineMatch,
  type ListQuestion,
  type ReadSponsorList,
  type SponsorListImportResult,
  sponsorListCalls,
} from './wire.ts';

/** Decisions by row of the file. */
export type GrantDecisions = ReadonlyMap<number, GrantDecision>;

/** Default decision: approval for a sure match, none otherwise. */
const firstDecision = ({ row, verdict, matches }: GrantLineMatch): readonly GrantDecision[] =>
  verdict === 'sure' && matches[0] ? [{ row, declareId: matches[0].id }] : [];

const decisionsFor = ({ lines, faults }: ReadSponsorList, kept: GrantDecisions): GrantDecisions => {
  const faulty = new Set(faults.map(({ row }) => row));
  return new Map(
    lines
      .filter(({ row, verdict }) => !faulty.has(row) && verdict !== 'known')
      .flatMap((line) => {
        const before = kept.get(line.row);
        const stands =
          before &&
          (before.declareId === undefined ||
            line.matches.some(({ id, isOpen }) => isOpen && id === before.declareId));
        return (stands ? [before] : firstDecision(line)).map((one) => [one.row, one] as const);
      }),
  );
};

const noQuestion: ListQuestion = { source: null, mapping: null, fixes: {} };

/**
 * State of the panel: reads a list, corrects cells, and imports decided lines; the file is held by
 * the page between calls. Long because it holds the state of the whole panel with each of its acts.
 */
export const useSponsorList = () => {
  const client = useClient();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [question, setQuestion] = useState(noQuestion);
  const [read, setRead] = useState<ReadSponsorList | null>(null);
  const [decisions, setDecisions] = useState<GrantDecisions>(new Map());
  const [taken, setTaken] = useState<SponsorListImportResult | null>(null);
  const { busy, fault, send: guarded } = useSending();
  const send = <T>(
    path: string,
    given: File,
    asked: ListQuestion,
    more: Readonly<Record<string, string>> = {},
  ): Promise<T | null> => {
    const form = fileForm(given, {
      ...(asked.source && { source: asked.source }),
      ...(asked.mapping && { mapping: JSON.stringify(asked.mapping) }),
      fixes: JSON.stringify(asked.fixes),
      ...more,
    });
    return guarded(() => client.upload<T>(`/${path}`, form));
  };
  const open = async (given: File, asked: ListQuestion, kept: GrantDecisions) => {
    const answer = await send<ReadSponsorList>(sponsorListCalls.read, given, asked);
    if (answer === null) return;
    setFile(given);
    setQuestion({ ...asked, source: answer.source });
    setRead(answer);
    setDecisions(decisionsFor(answer, kept));
  };
  const again = (more: Partial<ListQuestion>) =>
    file ? open(file, { ...question, ...more }, decisions) : Promise.resolve();
  const fix = (row: number, column: ColumnKind, text: string) => {
    const fixes: CellFixes = {
      ...question.fixes,
      [row]: { ...question.fixes[row], [column]: text },
    };
    return again({ fixes });
  };
  const take = async (approvedOn: string, document: string) => {
    if (!file) return;
    const answer = await send<SponsorListImportResult>(sponsorListCalls.take, file, question, {
      decisions: JSON.stringify([...decisions.values()]),
      approvedOn,
      document,
    });
    if (answer === null) return;
    setTaken(answer);
    void queries.invalidateQueries({ queryKey: queryKeysOf(declareInfo).list });
    await open(file, question, new Map());
  };
  /** Registers that the sponsor rejected the given declarations. */
  const decline = async (ids: readonly string[]) => {
    const done = await guarded(() =>
      client.post('/kh-edu-research/declareInfo/decline', { ids: ids.join(',') }),
    );
    if (done === null || !file) return;
    void queries.invalidateQueries({ queryKey: queryKeysOf(declareInfo).list });
    await open(file, question, decisions);
  };
  const begin = (given: File) => {
    setTaken(null);
    void open(given, noQuestion, new Map());
  };
  return {
    file,
    read,
    question,
    decisions,
    setDecisions,
    taken,
    fault,
    busy,
    again,
    fix,
    take,
    decline,
    begin,
  };
};
