import { useScreen } from '@keyan/console/base/useScreen.ts';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { CodeOf, Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { Input, Radio } from 'antd';
import type { ComponentType } from 'react';
import type { scoreScheme } from '../dictionaries.ts';
import { reviewGrade, reviewVote, scoreSchemeCodes } from '../dictionaries.ts';
import { type Sheet, sheetFaults } from '../sheet.ts';
import type { SheetState } from './useSheet.web.ts';

/** Score sheet with its input state. */
export interface SheetProps {
  readonly sheet: Sheet;
  readonly state: SheetState;
}

const Fault = ({ text }: { readonly text: string }) => (
  <span className="ky-sheet-fault" role="alert">
    {text}
  </span>
);

/** Inputs for points by criterion, with a comment field for low points. */
const Points = ({ sheet, state }: SheetProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  return (
    <ul className="ky-sheet-lines">
      {sheet.lines.map(({ sort, itemName, weight, standard }, at) => {
        const fault = state.isOff(at)
          ? label(sheetFaults.tooMany)
          : state.faultOf(`scores.${at}.score`);
        const id = `score-${sheet.id}-${sort}`;
        return (
          <li key={sort}>
            <label htmlFor={id}>
              <b>{itemName}</b>
              {standard && <span className="ky-note">{standard}</span>}
            </label>
            <span className="ky-sheet-points">
              <Input
                id={id}
                value={state.scores[at]}
                inputMode="decimal"
                maxLength={6}
                disabled={!sheet.isOpen}
                status={fault ? 'error' : ''}
                aria-invalid={fault !== undefined}
                size={narrow ? 'large' : 'middle'}
                onChange={({ target }) => state.setScore(at, target.value)}
              />
              <span className="ky-note">/ {weight}</span>
            </span>
            {fault && <Fault text={fault} />}
            {(state.isLow(at) || state.words[at]) && (
              <Input
                className="ky-sheet-why"
                value={state.words[at]}
                maxLength={300}
                disabled={!sheet.isOpen}
                aria-label={`${itemName}：${label(['得分理由', 'Reason for the score'])}`}
                placeholder={label([
                  '得分较低，请填写理由',
                  'The score is low: please give a reason',
                ])}
                status={state.faultOf(`scores.${at}.words`) ? 'error' : ''}
                onChange={({ target }) => state.setWords(at, target.value)}
              />
            )}
            {state.faultOf(`scores.${at}.words`) && (
              <Fault text={state.faultOf(`scores.${at}.words`) ?? ''} />
            )}
          </li>
        );
      })}
    </ul>
  );
};

interface ChoiceProps {
  readonly of: Dictionary;
  readonly value: string;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (code: string) => void;
}

/** Choice between few codes as buttons, large on phones. */
const Choice = ({ of, value, fault, disabled, onChange }: ChoiceProps) => {
  const label = useLabel();
  return (
    <div className="ky-sheet-choice">
      <Radio.Group
        aria-label={label(of.label)}
        value={value}
        disabled={disabled}
        size="large"
        optionType="button"
        options={of.entries.map((entry) => ({ value: entry.code, label: label(entry.label) }))}
        onChange={({ target }) => onChange(String(target.value))}
      />
      {fault && <Fault text={fault} />}
    </div>
  );
};

/** Input component by scoring scheme. */
const judging: Readonly<Record<string, ComponentType<SheetProps>>> = {
  [scoreSchemeCodes.points]: Points,
  [scoreSchemeCodes.grades]: ({ sheet, state }) => (
    <Choice
      of={reviewGrade}
      value={state.grade}
      fault={state.faultOf('grade')}
      disabled={!sheet.isOpen}
      onChange={state.setGrade}
    />
  ),
  [scoreSchemeCodes.votes]: ({ sheet, state }) => (
    <Choice
      of={reviewVote}
      value={state.vote}
      fault={state.faultOf('vote')}
      disabled={!sheet.isOpen}
      onChange={state.setVote}
    />
  ),
} satisfies Readonly<Record<CodeOf<typeof scoreScheme>, ComponentType<SheetProps>>>;

interface OpinionProps {
  readonly id: string;
  readonly name: readonly [zh: string, en: string];
  readonly note: readonly [zh: string, en: string];
  readonly value: string;
  readonly rows: number;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

const Opinion = ({ id, name, note, value, rows, fault, disabled, onChange }: OpinionProps) => {
  const label = useLabel();
  return (
    <>
      <label className="ky-sheet-opinion" htmlFor={id}>
        {label(name)}
        <span className="ky-note">{label(note)}</span>
      </label>
      <Input.TextArea
        id={id}
        value={value}
        rows={rows}
        maxLength={2000}
        disabled={disabled}
        status={fault ? 'error' : ''}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault && <Fault text={fault} />}
    </>
  );
};

/** Card with criteria, points and two opinions: for the applicant and for the office. */
export const ScoreCard = ({ sheet, state }: SheetProps) => {
  const label = useLabel();
  const words = [...state.comment.trim()].length;
  const Judging = judging[sheet.scheme] ?? Points;
  return (
    <Card className="ky-sheet" title={label(['评分与意见', 'Scores and comment'])}>
      {sheet.backReason && (
        <p className="ky-sheet-back" role="status">
          {label(fill(['退回原因：{reason}', 'Returned: {reason}'], { reason: sheet.backReason }))}
        </p>
      )}
      {sheet.guide && <p className="ky-note ky-sheet-guide">{sheet.guide}</p>}
      <Judging sheet={sheet} state={state} />
      <Opinion
        id={`opinion-${sheet.id}`}
        name={['综合意见', 'Overall comment']}
        note={fill(
          ['至少 {least} 字，已写 {words} 字', 'At least {least} characters; {words} so far'],
          { least: sheet.minWords, words },
        )}
        value={state.comment}
        rows={8}
        fault={state.faultOf('comment')}
        disabled={!sheet.isOpen}
        onChange={state.setComment}
      />
      <Opinion
        id={`secret-${sheet.id}`}
        name={['保密意见', 'Confidential comment']}
        note={['仅供科研处，不反馈申请人', 'For the research office only; not shown to applicants']}
        value={state.secretComment}
        rows={3}
        fault={undefined}
        disabled={!sheet.isOpen}
        onChange={state.setSecretComment}
      />
    </Card>
  );
};
