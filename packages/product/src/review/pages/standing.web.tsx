import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import type { Presentation } from '@keyan/console/presentation/present.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Select } from 'antd';
import { type ComponentType, type ReactNode, useState } from 'react';
import { objectionGround } from '../dictionaries.ts';
import { avoidCall, objectCall, type ReviewStanding, standingCall } from '../standing.ts';
import './standing.web.css';

/** Record whose review is shown. */
interface ReviewedRecordKey {
  readonly kind: string;
  readonly id: string;
}

interface AskProps {
  readonly title: Label;
  readonly call: string;
  readonly of: ReviewedRecordKey;
  readonly done: Label;
  /** Inputs of the dialog: wire name, label, and options or lines. */
  readonly inputs: readonly {
    readonly name: string;
    readonly label: Label;
    readonly lines?: number;
    readonly most: number;
    readonly choices?: readonly { readonly code: string; readonly label: Label }[];
  }[];
}

/** Button with a dialog that sends a few texts. */
const Ask = ({ title, call, of, done, inputs }: AskProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const isWhole = inputs.every(({ name }) => (values[name] ?? '').trim() !== '');
  const set = (name: string, value: string) => setValues({ ...values, [name]: value });
  const send = async () => {
    setBusy(true);
    try {
      await client.post(`/${call}`, { ...of, ...values }, { quiet: true });
      toast.success(done);
      setOpen(false);
      setValues({});
      await queries.invalidateQueries({ queryKey: ['review standing', of.kind, of.id] });
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label(title)}
      </Button>
      <Modal
        open={open}
        title={label(title)}
        okText={label(['提交', 'Submit'])}
        cancelText={label(['取消', 'Cancel'])}
        okButtonProps={{ disabled: !isWhole, loading: busy }}
        onOk={() => void send()}
        onCancel={() => setOpen(false)}
      >
        <div className="ky-standing-form">
          {inputs.map(({ name, label: text, lines, most, choices }) => {
            const id = `${call}-${name}`;
            const input = choices ? (
              <Select
                id={id}
                value={values[name] || undefined}
                options={choices.map((one) => ({ value: one.code, label: label(one.label) }))}
                onChange={(code: string) => set(name, code)}
              />
            ) : lines ? (
              <Input.TextArea
                id={id}
                rows={lines}
                maxLength={most}
                value={values[name] ?? ''}
                onChange={({ target }) => set(name, target.value)}
              />
            ) : (
              <Input
                id={id}
                maxLength={most}
                value={values[name] ?? ''}
                onChange={({ target }) => set(name, target.value)}
              />
            );
            return (
              <label key={name} htmlFor={id}>
                <span>{label(text)}</span>
                {input}
              </label>
            );
          })}
        </div>
      </Modal>
    </>
  );
};

const avoidInputs: AskProps['inputs'] = [
  { name: 'name', label: ['专家姓名', 'Expert'], most: 30 },
  { name: 'unit', label: ['工作单位', 'Unit'], most: 100 },
  { name: 'reason', label: ['回避理由', 'Reason'], most: 300, lines: 3 },
];

const objectionInputs: AskProps['inputs'] = [
  {
    name: 'ground',
    label: [
      '异议理由（不受理对学术判断的异议）',
      'Ground (objections to academic judgement are not accepted)',
    ],
    most: 2,
    choices: objectionGround.entries,
  },
  {
    name: 'content',
    label: ['异议内容（至少 10 字）', 'Objection (at least 10 characters)'],
    most: 2000,
    lines: 5,
  },
];

/** Result of the review for the parties of the record, once published. */
const Feedback = ({
  of,
  feedback,
}: {
  readonly of: ReviewedRecordKey;
  readonly feedback: NonNullable<ReviewStanding['feedback']>;
}) => {
  const label = useLabel();
  const { conclusion, score, rank, comments, objectionEnd } = feedback;
  const facts: readonly (readonly [name: Label, value: string])[] = [
    [['结论', 'Conclusion'], conclusion],
    [['得分', 'Score'], score],
    [['排名', 'Rank'], rank],
  ];
  return (
    <div className="ky-standing-feedback">
      <p>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <span key={name[0]}>
              {label(name)} <b>{value}</b>
            </span>
          ))}
      </p>
      <ol>
        {comments.map((comment, at) => (
          <li key={comment}>
            <span className="ky-note">{label([`专家${at + 1}`, `Expert ${at + 1}`])}</span>
            {comment}
          </li>
        ))}
      </ol>
      {objectionEnd && (
        <p className="ky-standing-row">
          <span className="ky-note">
            {label(fill(['异议期至 {end}', 'Objections until {end}'], { end: objectionEnd }))}
          </span>
          <Ask
            title={['提出异议', 'Dispute']}
            call={objectCall}
            of={of}
            done={['异议已提交科研处', 'The objection was sent to the research office']}
            inputs={objectionInputs}
          />
        </p>
      )}
    </div>
  );
};

/**
 * Section 专家评审: reason for waiting, or the outcome, limited to what the reader may know
 * (R-803).
 */
const Standing = ({ kind, id }: ReviewedRecordKey) => {
  const label = useLabel();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['review standing', kind, id],
    queryFn: () => client.get<ReviewStanding>(`/${standingCall}`, { kind, id }, { quiet: true }),
    retry: false,
  });
  if (!data) return null;
  const { says, set, mayAvoid, avoided, feedback } = data;
  if (!says && !mayAvoid && avoided.length === 0 && !feedback) return null;
  const lines: ReactNode[] = [];
  if (says) {
    lines.push(
      <p key="says" className="ky-standing-row">
        <b>{says}</b>
        {set && (
          <TabLink
            to={`/review/pssz/detail?id=${set}`}
            title={label(['评审设置', 'Reviews'])}
            className="ky-link"
          >
            {label(['查看评审', 'View review'])}
          </TabLink>
        )}
      </p>,
    );
  }
  if (avoided.length > 0 || mayAvoid) {
    const names = avoided.map(({ name, unit }) => `${name}（${unit}）`).join('、');
    lines.push(
      <p key="avoid" className="ky-standing-row">
        <span className="ky-note">
          {names
            ? label(fill(['不宜评审的专家：{names}', 'Excluded experts: {names}'], { names }))
            : label([
                '如有不宜评审的专家，可在评审开始前申请回避',
                'You can ask to exclude unsuitable experts before the review starts',
              ])}
        </span>
        {mayAvoid && (
          <Ask
            title={['申请专家回避', 'Exclude an expert']}
            call={avoidCall}
            of={{ kind, id }}
            done={['已提交，仅科研处可见', 'Submitted; visible to the research office only']}
            inputs={avoidInputs}
          />
        )}
      </p>,
    );
  }
  return (
    <section className="ky-standing" aria-label={label(['专家评审', 'Expert review'])}>
      {lines}
      {feedback && <Feedback of={{ kind, id }} feedback={feedback} />}
    </section>
  );
};

/** Presentation of a reviewable kind: adds the review section. */
export const withReviewStanding = (presentation: Presentation): Presentation => {
  const { Question: Other, resource } = presentation;
  const Question: ComponentType<{ row: WireRow }> = ({ row }) => (
    <>
      {Other && <Other row={row} />}
      <Standing kind={resource.key} id={String(row.id)} />
    </>
  );
  return { ...presentation, Question };
};
