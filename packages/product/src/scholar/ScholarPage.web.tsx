import { FileWordOutlined, PrinterOutlined, StarOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { CiteButtons } from './CiteButtons.web.tsx';
import { OutputList, useTickedWorks } from './Outputs.web.tsx';
import { CoAuthors, ScholarFacts, ScholarProjects } from './ScholarSides.web.tsx';
import type { Output, Scholar } from './scholar.ts';
import { scholarCalls } from './scholar.ts';
import { YearBars } from './Years.web.tsx';
import '@keyan/console/detail/print.css';
import './scholar.web.css';

const ChooseDialog = lazy(() => import('./ChooseDialog.web.tsx'));
const CiteDialog = lazy(() => import('./CiteDialog.web.tsx'));
const ScoreYears = lazy(() => import('./ScoreYears.web.tsx'));
const ResumeDialog = lazy(() => import('./ResumeDialog.web.tsx'));

/** Loads the page of a person by id; without an id, the reader’s own. */
const useScholar = (id: string | undefined) => {
  const client = useClient();
  return useQuery({
    queryKey: ['scholar', id ?? ''],
    queryFn: ({ signal }) =>
      client.get<Scholar>(`/${scholarCalls}/detail`, id ? { id } : {}, { quiet: true, signal }),
  });
};

/** Filter of outputs by kind and year; undefined means all. */
interface Filter {
  readonly kind: string;
  readonly year: number | undefined;
}

const filtered = (outputs: readonly Output[], { kind, year }: Filter): readonly Output[] =>
  outputs.filter(
    (output) =>
      (kind === '' || output.kind === kind) && (year === undefined || output.year === year),
  );

/** Kinds of outputs with counts; a click filters the lists. */
const Kinds = ({ scholar, filter, onFilter }: KindsProps) => {
  const label = useLabel();
  const all = { key: '', label: label(['全部', 'All']), count: scholar.outputs.length };
  return (
    <div className="ky-scholar-kinds">
      {[all, ...scholar.kinds].map(({ key, label: name, count }) => (
        <button
          key={key}
          type="button"
          aria-pressed={filter.kind === key}
          onClick={() => onFilter({ ...filter, kind: key })}
        >
          {name} <b>{count}</b>
        </button>
      ))}
    </div>
  );
};

interface KindsProps {
  readonly scholar: Scholar;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

/** Works that the person chose to show first, in order. */
const Representative = ({ scholar }: { readonly scholar: Scholar }) => {
  const label = useLabel();
  const chosen = useMemo(() => {
    const known = new Map(scholar.outputs.map((one) => [`${one.kind} ${one.id}`, one]));
    return scholar.chosen.flatMap(({ kind, id }) => known.get(`${kind} ${id}`) ?? []);
  }, [scholar]);
  if (chosen.length === 0) return null;
  return (
    <Card title={label(['代表作', 'Representative works'])} count={chosen.length} flush>
      <OutputList outputs={chosen} kinds={scholar.kinds} ordered />
    </Card>
  );
};

const Content = ({ scholar }: { readonly scholar: Scholar }) => {
  const label = useLabel();
  const [filter, setFilter] = useState<Filter>({ kind: '', year: undefined });
  const [isCiting, setCiting] = useState(false);
  const ticks = useTickedWorks();
  const ofKind = filtered(scholar.outputs, { ...filter, year: undefined });
  const shown = filtered(scholar.outputs, filter);
  return (
    <div className="ky-read ky-scholar">
      <div className="ky-scholar-main">
        <Representative scholar={scholar} />
        <Card
          title={label(['成果', 'Outputs'])}
          count={shown.length}
          flush
          extra={
            (shown.length > 0 || ticks.ids.size > 0) && (
              <CiteButtons
                ticked={ticks.ids}
                shown={shown}
                onClear={ticks.clear}
                onCite={() => setCiting(true)}
              />
            )
          }
        >
          {scholar.outputs.length === 0 ? (
            <Empty>
              {label([
                '没有您可以查看的已入库成果',
                'There are no outputs in the library that you can view',
              ])}
            </Empty>
          ) : (
            <>
              <Kinds scholar={scholar} filter={filter} onFilter={setFilter} />
              <YearBars
                outputs={ofKind}
                year={filter.year}
                onYear={(year) => setFilter({ ...filter, year })}
              />
              <OutputList outputs={shown} kinds={scholar.kinds} ticks={ticks} />
            </>
          )}
        </Card>
        <Suspense>
          <ScoreYears userId={scholar.id} />
        </Suspense>
      </div>
      <Suspense>
        {isCiting && (
          <CiteDialog
            scholar={scholar}
            chosen={filter}
            ticked={[...ticks.ids]}
            onClose={() => setCiting(false)}
          />
        )}
      </Suspense>
      <aside className="ky-scholar-side">
        <ScholarFacts scholar={scholar} />
        <ScholarProjects projects={scholar.projects} />
        <CoAuthors people={scholar.coAuthors} />
      </aside>
    </div>
  );
};

type Dialog = 'choose' | 'resume';

/** Page 学者主页: outputs of a person, limited to what the reader may read. */
const ScholarPage = () => {
  const label = useLabel();
  const { setTitle } = useTab();
  const { data: scholar, error, refetch } = useScholar(useTabParams().id);
  const [dialog, setDialog] = useState<Dialog>();
  useEffect(() => {
    if (scholar && !scholar.own) setTitle(scholar.name);
  }, [scholar, setTitle]);
  if (!scholar) {
    return (
      <Page header={<PageHeader title={label(['学者主页', 'Scholar page'])} />}>
        {error ? <ErrorPanel fault={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }
  const close = () => setDialog(undefined);
  return (
    <Page
      header={
        <PageHeader
          title={scholar.name}
          context={[scholar.rank, scholar.department].filter(Boolean).join(' · ')}
          actions={
            <>
              {scholar.own && (
                <Button icon={<StarOutlined />} onClick={() => setDialog('choose')}>
                  {label(['选择代表作', 'Choose works'])}
                </Button>
              )}
              <Button
                className="ky-scholar-print"
                icon={<PrinterOutlined />}
                onClick={() => window.print()}
              >
                {label(['打印', 'Print'])}
              </Button>
              <Button
                type="primary"
                icon={<FileWordOutlined />}
                onClick={() => setDialog('resume')}
              >
                {label(['导出简历', 'Export CV'])}
              </Button>
            </>
          }
        />
      }
    >
      <Content key={scholar.id} scholar={scholar} />
      <Suspense>
        {dialog === 'choose' && <ChooseDialog scholar={scholar} onClose={close} />}
        {dialog === 'resume' && <ResumeDialog scholar={scholar} onClose={close} />}
      </Suspense>
    </Page>
  );
};

export default ScholarPage;
