import { ApiFault } from '@keyan/console/client/fault.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf, Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { scoreScheme } from '../dictionaries.ts';
import { reviewGrade, reviewVote, scoreSchemeCodes } from '../dictionaries.ts';
import { sheetFaults } from '../sheet.ts';
import { type SheetEntry, useSheetInput } from '../useSheetInput.web.ts';
import type { ExternalSheet } from './external.ts';
import type { VisitCall } from './useVisit.web.ts';

/** Milliseconds after the last change until a draft is saved. */
const draftDelayMilliseconds = 5000;

interface Entered {
  readonly sheet: ExternalSheet;
  readonly entry: SheetEntry;
  readonly faultOf: (path: string) => string | undefined;
}

const Fault = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <span className="ky-ext-fault" role="alert">
      {text}
    </span>
  ) : null;

const Points = ({ sheet, entry, faultOf }: Entered) => {
  const label = useLabel();
  return (
    <ul className="ky-ext-lines">
      {sheet.lines.map(({ sort, itemName, weight, standard }, at) => (
        <li key={sort}>
          <label htmlFor={`score-${sort}`}>
            <b>{itemName}</b>
            {standard && <span className="ky-ext-note">{standard}</span>}
          </label>
          <span className="ky-ext-points">
            <input
              id={`score-${sort}`}
              inputMode="decimal"
              maxLength={6}
              value={entry.scores[at]}
              disabled={!sheet.isOpen}
              aria-invalid={entry.isOff(at)}
              onChange={({ target }) => entry.setScore(at, target.value)}
            />
            <span className="ky-ext-note">/ {weight}</span>
          </span>
          <Fault
            text={entry.isOff(at) ? label(sheetFaults.tooMany) : faultOf(`scores.${at}.score`)}
          />
          {(entry.isLow(at) || entry.words[at]) && (
            <input
              className="ky-ext-why"
              aria-label={`${itemName}：${label(['得分理由', 'Reason for the score'])}`}
              placeholder={label([
                '得分较低，请填写理由',
                'The score is low: please give a reason',
              ])}
              maxLength={300}
              value={entry.words[at]}
              disabled={!sheet.isOpen}
              onChange={({ target }) => entry.setWords(at, target.value)}
            />
          )}
          <Fault text={faultOf(`scores.${at}.words`)} />
        </li>
      ))}
    </ul>
  );
};

interface ChoiceProps {
  readonly of: Dictionary;
  readonly value: string;
  readonly disabled: boolean;
  readonly fault: string | undefined;
  readonly onChange: (code: string) => void;
}

const Choice = ({ of, value, disabled, fault, onChange }: ChoiceProps) => {
  const label = useLabel();
  return (
    <fieldset className="ky-ext-choice" disabled={disabled}>
      <legend>{label(of.label)}</legend>
      {of.entries.map((entry) => (
        <label key={entry.code}>
          <input
            type="radio"
            name={of.key}
            checked={value === entry.code}
            onChange={() => onChange(entry.code)}
          />
          {label(entry.label)}
        </label>
      ))}
      <Fault text={fault} />
    </fieldset>
  );
};

/** Input component by scoring scheme. */
const judging: Readonly<Record<string, ComponentType<Entered>>> = {
  [scoreSchemeCodes.points]: Points,
  [scoreSchemeCodes.grades]: ({ sheet, entry, faultOf }) => (
    <Choice
      of={reviewGrade}
      value={entry.grade}
      disabled={!sheet.isOpen}
      fault={faultOf('grade')}
      onChange={entry.setGrade}
    />
  ),
  [scoreSchemeCodes.votes]: ({ sheet, entry, faultOf }) => (
    <Choice
      of={reviewVote}
      value={entry.vote}
      disabled={!sheet.isOpen}
      fault={faultOf('vote')}
      onChange={entry.setVote}
    />
  ),
} satisfies Readonly<Record<CodeOf<typeof scoreScheme>, ComponentType<Entered>>>;

/** Saves and submits the sheet; drafts are saved automatically while typing. */
const useSending = (
  sheet: ExternalSheet,
  call: VisitCall,
  entry: SheetEntry,
  onDone: () => void,
) => {
  const label = useLabel();
  const version = useRef(sheet.version);
  const keptAt = useRef(0);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const [said, setSaid] = useState<string>('');
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [fault, setFault] = useState('');
  const send = async (name: 'keep' | 'handIn') => {
    const { changes } = entry;
    setFault('');
    try {
      const given = { id: sheet.id, version: version.current, ...entry.input() };
      const stored = await call<{ readonly version: number }>(name, given);
      version.current = stored.version;
      keptAt.current = changes;
      setFaults(new Map());
      setSaid(
        label(
          fill(['已暂存 {time}', 'Draft kept at {time}'], {
            time: new Date().toTimeString().slice(0, 5),
          }),
        ),
      );
      if (name === 'handIn') onDone();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      if (error instanceof ApiFault) {
        setFaults(new Map((error.fields ?? []).map(({ path, message }) => [path, message])));
      }
    }
  };
  /** Sends requests one by one, so that each uses the version of the previous response. */
  const queued = (name: 'keep' | 'handIn') => {
    setBusy(name === 'handIn');
    line.current = line.current.then(() => send(name)).finally(() => setBusy(false));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the wait anew
  useEffect(() => {
    if (!sheet.isOpen || sheet.isSecondLook || entry.changes === keptAt.current) return;
    const timer = setTimeout(() => queued('keep'), draftDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [entry.changes]);
  return {
    said,
    busy,
    fault,
    faultOf: (path: string) => faults.get(path),
    keep: () => queued('keep'),
    handIn: () => queued('handIn'),
  };
};

interface Props {
  readonly sheet: ExternalSheet;
  readonly call: VisitCall;
  readonly onDone: () => void;
}

const opinions = [
  ['comment', ['综合意见', 'Overall comment'], 6],
  ['secretComment', ['保密意见（仅供科研处）', 'Confidential comment (research office only)'], 3],
] as const satisfies readonly (readonly [string, Label, number])[];

/** Score sheet for phones with automatic drafts. Long because the bar asks before it submits. */
export const SheetForm = ({ sheet, call, onDone }: Props) => {
  const label = useLabel();
  const entry = useSheetInput(sheet);
  const { said, busy, fault, faultOf, keep, handIn } = useSending(sheet, call, entry, onDone);
  const [asked, setAsked] = useState(false);
  const Judging = judging[sheet.scheme] ?? Points;
  const setOf = { comment: entry.setComment, secretComment: entry.setSecretComment };
  const count = [...entry.comment.trim()].length;
  return (
    <section className="ky-ext-card ky-ext-sheet">
      <h2>{label(['评分与意见', 'Scores and comment'])}</h2>
      {sheet.guide && <p className="ky-ext-guide">{sheet.guide}</p>}
      <Judging sheet={sheet} entry={entry} faultOf={faultOf} />
      {opinions.map(([name, title, rows]) => (
        <div key={name}>
          <label htmlFor={name}>{label(title)}</label>
          {name === 'comment' && sheet.minWords > 0 && (
            <span className="ky-ext-note">
              {label(
                fill(
                  [
                    '至少 {least} 字，已写 {count} 字',
                    'At least {least} characters; {count} so far',
                  ],
                  {
                    least: sheet.minWords,
                    count,
                  },
                ),
              )}
            </span>
          )}
          <textarea
            id={name}
            rows={rows}
            maxLength={2000}
            value={entry[name]}
            disabled={!sheet.isOpen}
            onChange={({ target }) => setOf[name](target.value)}
          />
          <Fault text={faultOf(name)} />
        </div>
      ))}
      {sheet.isOpen && (
        <footer className="ky-ext-bar">
          {fault && (
            <p className="ky-ext-fault" role="alert">
              {fault}
            </p>
          )}
          {asked && (
            <p role="status">
              {label(['提交后不能修改，确定提交？', 'It cannot be changed afterwards. Submit it?'])}
            </p>
          )}
          <span className="ky-ext-row">
            {sheet.scheme !== scoreSchemeCodes.votes && (
              <span className="ky-ext-total">
                {label(['总分', 'Total'])} <b>{entry.total ?? '–'}</b>
              </span>
            )}
            <span className="ky-ext-note" role="status">
              {said}
            </span>
            {asked ? (
              <>
                <button type="button" className="ky-ext-second" onClick={() => setAsked(false)}>
                  {label(['取消', 'Cancel'])}
                </button>
                <button
                  type="button"
                  className="ky-ext-first"
                  disabled={busy}
                  onClick={() => {
                    setAsked(false);
                    handIn();
                  }}
                >
                  {label(['确定提交', 'Submit'])}
                </button>
              </>
            ) : (
              <>
                {!sheet.isSecondLook && (
                  <button type="button" className="ky-ext-second" onClick={keep}>
                    {label(['暂存', 'Save draft'])}
                  </button>
                )}
                <button type="button" className="ky-ext-first" onClick={() => setAsked(true)}>
                  {label(['提交评审', 'Submit'])}
                </button>
              </>
            )}
          </span>
        </footer>
      )}
    </section>
  );
};
