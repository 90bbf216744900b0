import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useDebounced } from '../base/useDebounced.ts';
import { useClient } from '../client/context.tsx';
import type { Query } from '../client/query.ts';
import type { Lookup, Option } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import { useOutline } from '../presentation/resources.tsx';

/** Choice of a select: a record with its label. */
export interface SelectChoice {
  readonly value: string;
  readonly label: string;
  readonly option: Option;
}

/** Milliseconds without typing before the server is searched. */
const searchDelay = 250;

const choiceOf = (option: Option): SelectChoice => ({
  value: option.id,
  label: option.text,
  option,
});

/** Renders a choice with its note; for people, department and number. */
const choiceLine = ({ data: choice }: { readonly data: SelectChoice }): ReactNode => (
  <span className="ky-option">
    <span>{choice.label}</span>
    <span className="ky-note">{choice.option.note}</span>
  </span>
);

/**
 * Searches records of a resource while somebody types.
 * @param call replaces the resource's own lookup
 * @param offered the records to choose from
 * @returns the properties of a select, and the function that loads more
 */
export const useLookup = (
  resource: string | undefined,
  {
    call: given,
    opened = false,
    offered = null,
  }: { readonly call?: Lookup; readonly opened?: boolean; readonly offered?: Label | null } = {},
) => {
  const label = useLabel();
  const client = useClient();
  const target = useOutline(resource);
  const [open, setOpen] = useState(opened);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, searchDelay);
  const call: Lookup | undefined = given ?? (target && { path: `/${target.path}/lookup` });
  const ask = (query: Query) =>
    call === undefined
      ? Promise.resolve([])
      : client.get<readonly Option[]>(call.path, { ...call.query, ...query }, { quiet: true });
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: [resource, 'lookup', call, search],
    queryFn: () => ask({ search }),
    enabled: open && call !== undefined,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  // A call for given ids returns all of them, whatever was typed.
  const matching = call?.query?.ids
    ? data.filter(({ text }) => text.toLowerCase().includes(typed.trim().toLowerCase()))
    : data;
  const nothing = isError
    ? label(['网络异常!', 'Network error!'])
    : isFetching
      ? label(['正在查找', 'Searching'])
      : label(['没有符合条件的记录', 'No matching records']);
  return {
    call,
    ask,
    /** Clears the typed text. */
    reset: () => setTyped(''),
    select: {
      options: matching.map(choiceOf),
      open,
      onOpenChange: setOpen,
      loading: open && isFetching,
      // Tab takes the active option only if something was typed, so that passing by changes
      // nothing.
      defaultActiveFirstOption: typed !== '',
      showSearch: { filterOption: false, onSearch: setTyped, searchValue: typed },
      notFoundContent: nothing,
      optionRender: choiceLine,
      ...(offered && {
        popupRender: (choices: ReactElement) => (
          <>
            {choices}
            <p className="ky-note ky-offered">{label(offered)}</p>
          </>
        ),
      }),
    },
  };
};
