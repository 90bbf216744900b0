import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';

interface WatchButtonProps {
  /** Id of a record that is or was in approval. */
  readonly businessId: string;
  /** True if the reader follows the record; fetched if absent. */
  readonly known?: boolean;
}

const watchPath = '/kh-edu-research/mywork/watch';

/** Renders 关注, which sends messages when the step or the state of the record changes. */
export const WatchButton = ({ businessId, known }: WatchButtonProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['live', 'watch', businessId],
    queryFn: () =>
      client.get<{ readonly watched: boolean }>(
        `${watchPath}/state`,
        { businessId },
        { quiet: true },
      ),
    enabled: known === undefined,
  });
  const watched = known ?? data?.watched;
  if (watched === undefined) return null;
  const toggle = async () => {
    setBusy(true);
    try {
      await client.post<boolean>(`${watchPath}/set`, { businessId, on: !watched }, { quiet: true });
      toast.success(
        watched
          ? ['已取消关注', 'Unfollowed']
          : ['已关注，环节变化时会通知您', 'Following: you will be notified of each new step'],
      );
      await queries.invalidateQueries({ queryKey: ['live', 'watch'] });
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} aria-pressed={watched} onClick={() => void toggle()}>
      {watched ? label(['取消关注', 'Unfollow']) : label(['关注', 'Follow'])}
    </Button>
  );
};
