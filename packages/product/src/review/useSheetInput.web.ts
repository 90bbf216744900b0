import { useState } from 'react';
import { gradePoints, totalOf } from './counting/scores.ts';
import { scoreSchemeCodes } from './dictionaries.ts';
import type { Sheet, SheetInput } from './sheet.ts';

/** Format of points: at most two decimals. */
const pointsFormat = /^\d{1,3}(\.\d{1,2})?$/;

type Filled = Pick<
  Sheet,
  'lines' | 'grade' | 'vote' | 'comment' | 'secretComment' | 'scheme' | 'commentBelow'
>;

/** Input of an expert on a sheet, with derived values. */
export const useSheetInput = (sheet: Filled) => {
  const [scores, setScores] = useState<readonly string[]>(sheet.lines.map(({ score }) => score));
  const [words, setWords] = useState<readonly string[]>(sheet.lines.map((line) => line.words));
  const [grade, setGrade] = useState(sheet.grade);
  const [vote, setVote] = useState(sheet.vote);
  const [comment, setComment] = useState(sheet.comment);
  const [secretComment, setSecretComment] = useState(sheet.secretComment);
  /** Change counter, which tells whether input changed after a draft was sent. */
  const [changes, setChanges] = useState(0);

  const isOff = (at: number): boolean => {
    const score = scores[at] ?? '';
    return (
      score !== '' && (!pointsFormat.test(score) || Number(score) > (sheet.lines[at]?.weight ?? 0))
    );
  };
  const points = sheet.lines.some((_, at) => isOff(at))
    ? null
    : totalOf(scores.map((score) => ({ score: score === '' ? null : score })));
  const changing =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      setChanges((count) => count + 1);
      set(value);
    };
  const at = (values: readonly string[], place: number, value: string) =>
    values.map((each, index) => (index === place ? value : each));

  return {
    scores,
    words,
    grade,
    vote,
    comment,
    secretComment,
    changes,
    total: sheet.scheme === scoreSchemeCodes.grades ? (gradePoints[grade] ?? null) : points,
    isOff,
    /** True if low points of a criterion require a comment. */
    isLow: (place: number): boolean => {
      const [score, weight] = [scores[place] ?? '', sheet.lines[place]?.weight ?? 0];
      return score !== '' && !isOff(place) && Number(score) * 100 < weight * sheet.commentBelow;
    },
    setScore: (place: number, score: string) =>
      changing(setScores)(at(scores, place, score.trim())),
    setWords: (place: number, text: string) => changing(setWords)(at(words, place, text)),
    setGrade: changing(setGrade),
    setVote: changing(setVote),
    setComment: changing(setComment),
    setSecretComment: changing(setSecretComment),
    /** Input in the form that calls expect. */
    input: (): SheetInput => ({
      comment,
      secretComment,
      grade,
      vote,
      scores: sheet.lines.map(({ sort }, place) => ({
        sort,
        score: scores[place] ?? '',
        words: words[place] ?? '',
      })),
    }),
  };
};

export type SheetEntry = ReturnType<typeof useSheetInput>;
