import { useLabel } from '../i18n/language.ts';
import { CountTabs } from '../table/CountTabs.tsx';
import type { ResourceListController } from './useResourceList.ts';
import { sumOfColumn } from './useRows.ts';
import type { StatusTabsOf } from './useStatusTabs.ts';

interface StatusTabsProps {
  readonly tabs: StatusTabsOf;
  readonly onChoose: ResourceListController['change'];
}

/** Renders 全部 and every status or state, with the number of records under the same conditions. */
export const StatusTabs = ({ tabs, onChoose }: StatusTabsProps) => {
  const label = useLabel();
  const { dictionary, counts, active, choose } = tabs;
  return (
    <CountTabs
      label={label(dictionary.label)}
      active={active}
      onChoose={(code) => onChoose(choose(code))}
      items={[
        { key: '', text: label(['全部', 'All']), count: sumOfColumn(counts) },
        ...dictionary.entries.map(({ code, label: name }) => ({
          key: code,
          text: label(name),
          count: counts && (counts[code] ?? 0),
        })),
      ]}
    />
  );
};
