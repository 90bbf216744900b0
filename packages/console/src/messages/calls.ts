import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '../client/client.ts';
import { useRuntime } from '../navigation/runtime.ts';
import type { Message, Notice } from './message.ts';

/** Number of rows per page in the lists of the bell. */
export const bellPage = 5;

/** Milliseconds after which lists are refetched even without a live event. */
const refetchInterval = 120_000;

export const isUnread = (message: Message): boolean => String(message.status) !== '1';

/** Returns true for a 通知 (`lx` 1); every other value is a 公告. */
export const isNotification = (notice: Pick<Notice, 'lx'>): boolean => String(notice.lx) === '1';

export const useMessages = (current: number) => {
  const { client, config } = useRuntime();
  return useQuery({
    queryKey: ['live', 'messages', current],
    queryFn: () =>
      client.get<Page<Message>>(
        config.bell.messages.list,
        { current, size: bellPage },
        { quiet: true },
      ),
    refetchInterval,
    placeholderData: keepPreviousData,
  });
};

/** Fetches the published notices for the user. */
export const useNotices = (current: number) => {
  const { client, config } = useRuntime();
  return useQuery({
    queryKey: ['live', 'notices', current],
    queryFn: () =>
      client.get<Page<Notice>>(
        config.bell.notices?.list ?? '',
        { current, size: bellPage, status: 1 },
        { quiet: true },
      ),
    refetchInterval,
    enabled: config.bell.notices !== undefined,
    placeholderData: keepPreviousData,
  });
};

/** Fetches a notice with its text and attachments. */
export const useNotice = (id: string) => {
  const { client, config } = useRuntime();
  return useQuery({
    queryKey: ['live', 'notice', id],
    queryFn: () => client.get<Notice>(config.bell.notices?.detail ?? '', { id }, { quiet: true }),
  });
};

/**
 * Figures of the bell: number of unread messages, as on 我的消息, and whether either list has entries.
 */
export interface BellCount {
  readonly unread: number;
  readonly any: boolean;
}

/** Query key of the `BellCount`. */
export const bellCountKey = ['live', 'bell'] as const;

interface Count {
  readonly total: number;
  readonly unread: number;
}

export const useBellCount = (): BellCount => {
  const { client, config } = useRuntime();
  const { messages, notices } = config.bell;
  const { data } = useQuery({
    queryKey: bellCountKey,
    queryFn: async (): Promise<BellCount> => {
      const [mine, told] = await Promise.all([
        client.get<Page<Message> & Count>(messages.list, { current: 1, size: 1 }, { quiet: true }),
        notices && client.get<Count>(notices.unread, {}, { quiet: true }),
      ]);
      return {
        unread: mine.unread,
        any: mine.total + (told?.total ?? 0) > 0,
      };
    },
    refetchInterval,
  });
  return data ?? { unread: 0, any: false };
};

/** Returns functions that mark messages and notices as read. */
export const useMarkRead = () => {
  const { client, config } = useRuntime();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['live'] });
  const { read, readAll } = config.bell.messages;
  const mark = (path: string) => (id: string) =>
    client.post(path, { ids: id }, { query: { ids: id }, quiet: true });
  const one = useMutation({ mutationFn: mark(read), onSuccess });
  const all = useMutation({ mutationFn: () => client.post(readAll), onSuccess });
  const notice = useMutation({ mutationFn: mark(config.bell.notices?.read ?? ''), onSuccess });
  return { readOne: one.mutate, readAll: all.mutate, readNotice: notice.mutate };
};
