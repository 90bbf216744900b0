import {
  AppstoreOutlined,
  CalendarOutlined,
  FieldTimeOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { type Display, displaysOf } from '@keyan/kernel/definition/page/displays.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReactNode } from 'react';
import { useLabel } from '../../i18n/language.ts';
import type { ResourceListController } from '../useResourceList.ts';
import './displays.css';

const displayLabels: Readonly<
  Record<Display | '', { readonly label: Label; readonly icon: ReactNode }>
> = {
  '': { label: ['表格', 'Table'], icon: <TableOutlined /> },
  calendar: { label: ['日历', 'Calendar'], icon: <CalendarOutlined /> },
  timeline: { label: ['时间线', 'Timeline'], icon: <FieldTimeOutlined /> },
  board: { label: ['看板', 'Board'], icon: <AppstoreOutlined /> },
};

/** Renders the switch of displays; the current one is part of the address and of a saved view. */
const DisplaySwitch = ({ list }: { readonly list: ResourceListController }) => {
  const label = useLabel();
  const { resource, state, change } = list;
  return (
    <fieldset className="ky-displays" aria-label={label(['显示方式', 'Display'])}>
      {(['', ...displaysOf(resource)] as const).map((display) => {
        const name = label(displayLabels[display].label);
        return (
          <button
            key={display}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={state.display === display}
            onClick={() => change({ display })}
          >
            {displayLabels[display].icon}
          </button>
        );
      })}
    </fieldset>
  );
};

export default DisplaySwitch;
