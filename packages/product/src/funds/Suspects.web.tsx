import { ImportOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { joinLabels } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { ClaimButton } from './ClaimButton.web.tsx';
import { arriveStatus } from './dictionaries.ts';
import { fundingArrive } from './funding-arrive.ts';
import { likelyFromPoints, type SuspectOfArrival } from './suspects.ts';
import './suspects.web.css';

const SideBySide = lazy(() => import('./SideBySide.web.tsx'));
const DividePanel = lazy(() => import('./dividing/DividePanel.web.tsx'));
const StatementPanel = lazy(() => import('./bank/StatementPanel.web.tsx'));

/** Status codes of arrivals that are not fully allocated. */
const open: ReadonlySet<unknown> = new Set(['0', '1']);

/** Lists projects that an unallocated arrival may belong to, with points and reasons. */
const Suspects = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const isOpen = open.has(row.status);
  const { data = [] } = useQuery({
    queryKey: [fundingArrive.key, 'detail', row.id, 'suspects'],
    queryFn: () =>
      client.get<readonly SuspectOfArrival[]>(
        `/${fundingArrive.path}/suspects`,
        { id: row.id },
        { quiet: true },
      ),
    enabled: isOpen,
  });
  if (!isOpen || data.length === 0) return null;
  return (
    <section className="ky-suspects" aria-label={label(['疑似项目', 'Possible projects'])}>
      <h2>{label(['疑似项目', 'Possible projects'])}</h2>
      <ul>
        {data.map(({ id, name, number, leader, points, reasons, ...more }, place) => (
          <li key={id}>
            <strong>
              <Glyph
                name={points >= likelyFromPoints ? 'approved' : 'draft'}
                tone={points >= likelyFromPoints ? 'success' : 'neutral'}
              />{' '}
              {number} {name}
            </strong>
            <span>{leader}</span>
            <span className="ky-note">
              {label([`${points} 分`, `${points} points`])} · {label(joinLabels(reasons))}
            </span>
            <details open={place === 0}>
              <summary>{label(['并排核对', 'Side by side'])}</summary>
              <Suspense fallback={null}>
                <SideBySide
                  row={row}
                  one={{ id, name, number, leader, points, reasons, ...more }}
                />
              </Suspense>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Button 分配: opens the form that divides an unallocated arrival. */
const DivideButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {label(['分配', 'Allocate'])}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DividePanel row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/**
 * Buttons of an arrival: dividing for people who grant claims; claiming for others, if the arrival
 * is public.
 */
const ShareButtons = ({ row }: { readonly row: WireRow }) => {
  const permissions = usePermissions();
  if (!open.has(row.status)) return null;
  if (permissions.has('claimArrive_assign')) return <DivideButton row={row} />;
  return row.isPublic === '1' && permissions.has('claimArrive_add') ? (
    <ClaimButton row={row} />
  ) : null;
};

const StatusOf = stateTag(arriveStatus, {
  0: { tone: 'warning', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'success', glyph: 'approved' },
  3: { tone: 'success', glyph: 'approved' },
  4: { tone: 'neutral', glyph: 'void' },
  5: { tone: 'neutral', glyph: 'returned' },
});

/** Presentation of arrivals. */
export const fundingArrivePresentation = present(fundingArrive, {
  toolbarPanels: [
    {
      key: 'statement',
      label: ['导入银行流水', 'Import a bank statement'],
      icon: <ImportOutlined />,
      code: 'arrive_import',
      Panel: StatementPanel,
    },
  ],
  rowFields: ['status', 'leftAmount', 'isPublic'],
  ExtraRecordActions: ShareButtons,
  Status: ({ row }) => <StatusOf value={row.status} />,
  fields: { status: { Cell: StatusOf, Text: StatusOf, width: 128 } },
  Question: Suspects,
});
