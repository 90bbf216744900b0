import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { openAccess as states } from './dictionaries.ts';

/**
 * Permission of the office that keeps collected papers: it asks sources for citations and open access anew. Pages know
 * the codes of buttons alone, and not those of pages.
 */
export const refreshCode = 'thesis_edit';

/** Call by which every paper is asked for. */
export const refreshAllPath = 'kh-edu-research/collectionThesis/refreshAll';

/** Facts that a source tells of a work beside its bibliography. */
export interface WorkFacts {
  readonly citedNum?: number;
  /** Code of the dictionary `openAccess`. */
  readonly openAccess?: string;
}

/** `已更新：被引 12 次，金色开放`. */
export const refreshSummary = (facts: WorkFacts | null): Label => {
  if (!facts) return ['来源没有该 DOI', 'The source has no such DOI'];
  const { citedNum, openAccess } = facts;
  const open = entryOf(states, openAccess ?? '')?.label ?? ['', ''];
  const cited: Label =
    citedNum === undefined ? ['', ''] : [`被引 ${citedNum} 次`, `citations: ${citedNum}`];
  const joined = (at: 0 | 1, comma: string): string =>
    [cited[at], open[at]].filter(Boolean).join(comma);
  return [`已更新：${joined(0, '，')}`, `Refreshed: ${joined(1, ', ')}`];
};
