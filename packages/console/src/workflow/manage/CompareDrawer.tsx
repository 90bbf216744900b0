import type { DifferenceRow, RouteRow } from '@keyan/kernel/wire/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Select } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useScreen } from '../../base/useScreen.ts';
import { useClient } from '../../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useLabel } from '../../i18n/language.ts';
import { workKeys } from '../calls.ts';
import { managerCalls } from './calls.ts';
import { Differences } from './Differences.tsx';
import { KindDiagram } from './KindDiagram.tsx';
import '../../form/dialogs.css';
import './manage.css';

interface CompareDrawerProps {
  readonly route: RouteRow;
  readonly onClose: () => void;
}

const idsOf = (
  rows: readonly DifferenceRow[],
  change: DifferenceRow['change'],
): readonly string[] => rows.flatMap((row) => (row.change === change ? [row.nodeKey] : []));

interface VersionPictureProps {
  readonly route: RouteRow;
  readonly rows: readonly DifferenceRow[];
}

/**
 * Renders the diagram of a version: added elements in green, changed ones in colour, removed ones
 * in red.
 */
const VersionPicture = ({ route, rows }: VersionPictureProps) => {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...workKeys.versions(route.key), 'drawing', route.id],
    queryFn: () => managerCalls(client).routeDrawing(route.id),
  });
  if (!data) return <SkeletonRows />;
  const drawing = {
    ...data,
    done: idsOf(rows, 'added'),
    active: idsOf(rows, 'changed'),
    back: idsOf(rows, 'removed'),
  };
  return (
    <section>
      <h3>v{route.version}</h3>
      <KindDiagram kind={route.kind} drawing={drawing} />
    </section>
  );
};

const noDifferences: readonly DifferenceRow[] = [];

/** Renders a version and its differences from another one: in words, and in both diagrams. */
export const CompareDrawer = ({ route, onClose }: CompareDrawerProps) => {
  const client = useClient();
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const [against, setAgainst] = useState('');
  const { data: versions = [] } = useQuery({
    queryKey: workKeys.versions(route.key),
    queryFn: () => managerCalls(client).versions(route.key),
  });
  const others = versions.filter(({ id }) => id !== route.id);
  const other = others.find(({ id }) => id === against);
  const { data, error, refetch } = useQuery({
    queryKey: [...workKeys.versions(route.key), 'compare', against, route.id],
    queryFn: () => managerCalls(client).compareRoutes(against, route.id),
    enabled: against !== '',
  });
  const rows = (other && data) || noDifferences;
  return (
    <Drawer
      open
      onClose={onClose}
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? '90dvh' : 'min(960px, 90vw)'}
      title={`${route.name} v${route.version}`}
    >
      <div className="ky-process-parts">
        <Select
          value={against || null}
          allowClear
          disabled={others.length === 0}
          aria-label={label(['与哪个版本比较', 'Compare with'])}
          placeholder={
            others.length === 0
              ? label(['没有其他版本', 'There is no other version'])
              : label(['与哪个版本比较', 'Compare with'])
          }
          options={others.map(({ id, version, deploymentTime }) => ({
            value: id,
            label: `v${version} · ${deploymentTime}`,
          }))}
          onChange={(id?: string) => setAgainst(id ?? '')}
        />
        {error && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
        {other && data && <Differences rows={data} />}
        <VersionPicture route={route} rows={rows} />
        {other && <VersionPicture route={other} rows={rows} />}
      </div>
    </Drawer>
  );
};
