import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { AuthorReminder } from './reminder.ts';
import './authors.web.css';

interface AuthorsReminderProps {
  /** Key of the resource. */
  readonly resource: string;
  /** Path prefix of the resource's calls. */
  readonly path: string;
  readonly id: string;
  /** Names of authors who have not answered. */
  readonly names: readonly string[];
}

/** Maximum number of listed names; further ones are counted. */
const maxListedNames = 5;

/** Renders for the registrant who has not confirmed yet, and the button 提醒确认. */
const AuthorsReminder = ({ resource, path, id, names }: AuthorsReminderProps) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const { data: reminder, isPending } = useQuery({
    queryKey: [resource, 'reminder', id],
    queryFn: () => client.get<AuthorReminder>(`/${path}/reminder`, { id }, { quiet: true }),
  });
  const isDone = reminder?.today === true;
  const remind = useMutation({
    mutationFn: () =>
      client.post<{ readonly people: number }>(`/${path}/remindAuthors`, { id }, { quiet: true }),
    onSuccess: ({ people }) => {
      toast.success(fill(['已提醒 {people} 位作者', 'Authors reminded: {people}'], { people }));
      void queries.invalidateQueries({ queryKey: [resource] });
    },
    onError: (fault) => {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    },
  });
  const named = names.slice(0, maxListedNames);
  const given = { names: named.join('、'), english: named.join(', '), count: names.length };
  return (
    <div className="ky-authorship">
      <Glyph name="inApproval" tone="warning" />
      <span>
        {label(
          fill(
            names.length > maxListedNames
              ? [
                  '{names}等 {count} 位作者还没有确认署名。',
                  'Authors who have not confirmed yet ({count}): {english} …',
                ]
              : ['{names}还没有确认署名。', 'Not confirmed yet: {english}.'],
            given,
          ),
        )}
      </span>
      <span className="ky-authorship-answer">
        <Button
          loading={remind.isPending}
          disabled={isPending || isDone || remind.isSuccess}
          onClick={() => remind.mutate()}
        >
          {label(
            isDone || remind.isSuccess ? ['今天已提醒', 'Reminded today'] : ['提醒确认', 'Remind'],
          )}
        </Button>
      </span>
    </div>
  );
};

export default AuthorsReminder;
