import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ReasonDialog } from '@keyan/console/records/ReasonDialog.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { AnswerButtons, type OfferedAnswer } from './AnswerButtons.web.tsx';
import { achievementMixin } from './achievement.ts';
import { type AuthorRow, authorLabel, authorsAskedInStates } from './authors.ts';
import { inSentence } from './words.ts';
import './authors.web.css';

const MergedNote = lazy(() => import('./MergedNote.web.tsx'));
const AuthorsReminder = lazy(() => import('./AuthorsReminder.web.tsx'));

const objection: Label = ['提出异议', 'Dispute'];

interface AnswerProps {
  /** Path of the call that stores the answer. */
  readonly call: string;
  readonly id: string;
  readonly title: string;
  /** If true, rendered as links within a line of a list. */
  readonly small?: boolean;
}

/** Renders 确认署名 and 提出异议. */
export const AuthorshipAnswer = ({ call, id, title, small = false }: AnswerProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [objecting, setObjecting] = useState(false);
  const send = async (answer: { readonly status: '1' | '2'; readonly opinion?: string }) => {
    setBusy(true);
    try {
      await client.post(call, { id, ...answer }, { quiet: true });
      setObjecting(false);
      toast.success(
        answer.status === '1'
          ? fill(['已确认《{title}》的署名', 'You confirmed “{title}”'], { title })
          : ['异议已送达登记人', 'Your dispute has been sent to the registrant'],
      );
      // Refetches everything, since home, lists, record and messages all count the question.
      await queries.invalidateQueries();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  const answers: readonly OfferedAnswer[] = [
    { text: ['确认署名', 'Confirm'], run: () => void send({ status: '1' }) },
    { text: objection, run: () => setObjecting(true) },
  ];
  return (
    <span className="ky-authorship-answer">
      <AnswerButtons answers={answers} title={title} busy={busy} small={small} />
      {objecting && (
        <ReasonDialog
          title={fill(['对《{title}》的署名提出异议', 'Dispute your authorship of “{title}”'], {
            title,
          })}
          go={objection}
          hint={[
            '说明排名、贡献率或署名哪里不对（2–500 字），登记人会收到',
            'Say what is wrong with the rank, share or authorship (2–500 characters); the registrant will be told',
          ]}
          required
          onCancel={() => setObjecting(false)}
          onGo={(opinion) => void send({ status: '2', opinion })}
        />
      )}
    </span>
  );
};

type Kind = Pick<Resource, 'key' | 'path' | 'label' | 'title' | 'with' | 'secrecy'>;

/**
 * Returns the component above a record: to a named user the question with its two answers, to the registrant who has
 * not answered, on a merged record the link to its successor.
 */
export const authorshipQuestionOf = (kind: Kind) => {
  const { people = authorLabel } = achievementMixin.optionsOf(kind) ?? {};
  const AuthorshipQuestion = ({ row }: { readonly row: WireRow }) => {
    const label = useLabel();
    const { userId } = useUser();
    const lines = (row.authors ?? []) as readonly AuthorRow[];
    const line = lines.find((one) => one.userId === userId && userId !== '');
    // Nobody is asked about a secret record, even if older lines say so.
    const asks = isNotSecret(kind, row) && authorsAskedInStates.includes(row.auditStatus ?? '');
    if (row.auditStatus === '6') {
      return (
        <Suspense>
          <MergedNote resource={kind.key} id={row.id} />
        </Suspense>
      );
    }
    const waiting = lines.filter(({ confirmStatus }) => confirmStatus === '0');
    if (asks && waiting.length > 0 && row.createUser === userId) {
      return (
        <Suspense>
          <AuthorsReminder
            resource={kind.key}
            path={kind.path}
            id={row.id}
            names={waiting.map(({ name }) => name ?? '')}
          />
        </Suspense>
      );
    }
    if (!asks || line?.confirmStatus !== '0') return null;
    const title = String(row[kind.title] ?? '');
    return (
      <div className="ky-authorship" role="status">
        <Glyph name="warning" tone="warning" />
        <span>
          {label(
            fill(
              [
                '{writer}将您列为本{kind}第 {rank} {people}，贡献率 {rate}%。请确认署名，或提出异议。',
                '{writer} listed you as {people} no. {rank} of this {kind}, with a contribution of {rate}%. Please confirm or dispute.',
              ],
              {
                writer: row.createUserName ?? '',
                kind: inSentence(kind.label),
                people: inSentence(people),
                rank: line.sort ?? 0,
                rate: Number(line.contributionRate ?? 0),
              },
            ),
          )}
        </span>
        <AuthorshipAnswer call={`/${kind.path}/confirm`} id={row.id} title={title} />
      </div>
    );
  };
  return AuthorshipQuestion;
};

/** Returns the component before the title of a listed record about which the user is asked. */
export const authorshipNoteOf = (kind: Kind) => {
  const AuthorshipNote = ({ row }: { readonly row: WireRow }) => {
    const client = useClient();
    const label = useLabel();
    const { data } = useQuery({
      queryKey: [kind.key, 'list', 'asked'],
      queryFn: () => client.get<readonly string[]>(`/${kind.path}/asked`, {}, { quiet: true }),
      staleTime: 30_000,
    });
    return data?.includes(row.id) ? (
      <span className="ky-authorship-note">
        <Glyph name="warning" tone="warning" size={12} />{' '}
        {label(['待您确认署名', 'Confirm authorship'])}
      </span>
    ) : null;
  };
  return AuthorshipNote;
};
