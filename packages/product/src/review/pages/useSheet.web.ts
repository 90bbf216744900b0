import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { schemes } from '../dictionaries.ts';
import { reviewTask } from '../review-task.ts';
import { gradePoints, totalOf } from '../scores.ts';
import type { Sheet } from '../sheet.ts';

/** The calls of a sheet. */
export const sheetCall = `/${reviewTask.path}/sheet`;

/** Points as they may be typed: at most two digits after the point. */
const pointsFormat = /^\d{1,3}(\.\d{1,2})?$/;

/**
 * State of a sheet that an expert fills in, and the two ways to send it. Long because every answer has its value and
 * its change.
 */
export const useSheet = (sheet: Sheet, onDone: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const [scores, setScores] = useState<readonly string[]>(sheet.lines.map(({ score }) => score));
  const [words, setWords] = useState<readonly string[]>(sheet.lines.map((line) => line.words));
  const [grade, setGrade] = useState(sheet.grade);
  const [vote, setVote] = useState(sheet.vote);
  const [comment, setComment] = useState(sheet.comment);
  const [secretComment, setSecretComment] = useState(sheet.secretComment);
  const [version, setVersion] = useState(sheet.version);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());

  const isOff = (at: number): boolean => {
    const score = scores[at] ?? '';
    return (
      score !== '' && (!pointsFormat.test(score) || Number(score) > (sheet.lines[at]?.weight ?? 0))
    );
  };
  const points = sheet.lines.some((_, at) => isOff(at))
    ? null
    : totalOf(scores.map((score) => ({ score: score === '' ? null : score })));
  const total = sheet.scheme === schemes.grades ? (gradePoints[grade] ?? null) : points;
  /** Are words needed for so few points? */
  const isLow = (at: number): boolean => {
    const [score, weight] = [scores[at] ?? '', sheet.lines[at]?.weight ?? 0];
    return score !== '' && !isOff(at) && Number(score) * 100 < weight * sheet.commentBelow;
  };

  const send = async (call: 'keep' | 'handIn') => {
    setBusy(true);
    try {
      const stored = await client.post<{ readonly version: number }>(
        `/${reviewTask.path}/${call}`,
        {
          id: sheet.id,
          version,
          comment,
          secretComment,
          grade,
          vote,
          scores: sheet.lines.map(({ sort }, at) => ({
            sort,
            score: scores[at] ?? '',
            words: words[at] ?? '',
          })),
        },
        { quiet: true },
      );
      setVersion(stored.version);
      setDirty(false);
      setFaults(new Map());
      toast.success(
        call === 'keep' ? ['已暂存', 'Draft saved'] : ['评审已提交', 'Review submitted'],
      );
      if (call === 'handIn') onDone();
      await queries.invalidateQueries({ queryKey: [reviewTask.key] });
      await queries.invalidateQueries({ queryKey: ['home'] });
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      setFaults(new Map((fault.fields ?? []).map(({ path, message }) => [path, message])));
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };

  /** The expert says that nothing keeps them from judging; the material opens. */
  const pledge = async () => {
    setBusy(true);
    try {
      await client.post(`/${reviewTask.path}/pledge`, { id: sheet.id });
      await queries.invalidateQueries({ queryKey: [reviewTask.key, 'sheet', sheet.id] });
    } finally {
      setBusy(false);
    }
  };

  return {
    scores,
    words,
    grade,
    vote,
    comment,
    secretComment,
    dirty,
    busy,
    total,
    isOff,
    isLow,
    pledge: () => void pledge(),
    faultOf: (path: string) => faults.get(path),
    setScore(at: number, score: string) {
      setDirty(true);
      setScores(scores.map((each, index) => (index === at ? score.trim() : each)));
    },
    setWords(at: number, text: string) {
      setDirty(true);
      setWords(words.map((each, index) => (index === at ? text : each)));
    },
    setGrade(code: string) {
      setDirty(true);
      setGrade(code);
    },
    setVote(code: string) {
      setDirty(true);
      setVote(code);
    },
    setSecretComment(text: string) {
      setDirty(true);
      setSecretComment(text);
    },
    setComment(text: string) {
      setDirty(true);
      setComment(text);
    },
    keep: () => void send('keep'),
    handIn: () => void send('handIn'),
  };
};

export type SheetState = ReturnType<typeof useSheet>;
