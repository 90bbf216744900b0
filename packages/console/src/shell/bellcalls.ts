import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '../client/client.ts';
import type { Message, Notice } from './message.ts';
import { useRuntime } from './runtime.ts';

/** Lists behind the bell show 5 to a page (spec §9). */
export const bellPage = 5;

export const isUnread = (message: Message): boolean => String(message.status) !== '1';

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
    refetchInterval: 120_000,
  });
};

/** The number on the bell: unread messages. */
export const useUnread = (): number => {
  const { client, config } = useRuntime();
  const { data } = useQuery({
    queryKey: ['live', 'unread'],
    queryFn: () =>
      client.get<Page<Message>>(
        config.bell.messages.list,
        { current: 1, size: 1, status: 0 },
        { quiet: true },
      ),
    refetchInterval: 120_000,
  });
  return data?.total ?? 0;
};

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
    staleTime: 60_000,
    enabled: config.bell.notices !== undefined,
  });
};

/** Marks one message, or all, as read. */
export const useReading = () => {
  const { client, config } = useRuntime();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['live'] });
  const { read, readAll } = config.bell.messages;
  const one = useMutation({
    mutationFn: (id: string) => client.post(read, { ids: id }, { query: { ids: id }, quiet: true }),
    onSuccess,
  });
  const all = useMutation({ mutationFn: () => client.post(readAll), onSuccess });
  return { readOne: one.mutate, readAll: all.mutate };
};
