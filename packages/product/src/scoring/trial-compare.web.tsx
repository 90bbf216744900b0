import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import type { ChartData, ChartSeries } from '@keyan/console/charts/data.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { EmptyCard, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { useTabParams } from '@keyan/console/navigation/tab.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { trialStatusCodes as states } from './dictionaries.ts';
import { agesOfBand } from './grouping.ts';
import { scoreTrial } from './score-trial.ts';
import {
  type ComparedGroup,
  compareCall,
  groupingLabels,
  type PeopleGrouping,
  peopleGroupings,
  type TrialComparison,
} from './trial-page.ts';
import { trialPerson } from './trial-person.ts';
import './trial-compare.web.css';

/** Path of the call that converts a table to a workbook. */
const workbook = '/kh-edu-research/wel/index/v1/exportTable';

/** Maximum number of compared computations. */
const maxComparedTrials = 3;

interface TrialRow {
  readonly id: string;
  readonly trialName: string;
}

/** Filters of the list of people that select a group. */
const filtersOf: Readonly<
  Record<PeopleGrouping, (key: string) => Readonly<Record<string, string | number>>>
> = {
  college: (key) => ({ fkDeptId: key }),
  rank: (key) => ({ ranks: key }),
  discipline: (key) => ({ subject: key }),
  age: (key) => {
    const { least, most } = agesOfBand(key);
    return {
      ...(least !== undefined && { age_ge: least }),
      ...(most !== undefined && { age_le: most }),
    };
  },
};

const linkTo = (by: PeopleGrouping, trial: string, { key }: ComparedGroup): string | undefined => {
  const page = trialPerson.views.all;
  if (!page || key === '') return undefined;
  const filters = Object.entries({ trialId: trial, ...filtersOf[by](key) });
  const query = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]));
  return `${viewAddresses(page).list}?${query}`;
};

/** Note on the chart’s unit, or that no group changes. */
const noteOf = ({ groups }: Pick<TrialComparison, 'groups'> = { groups: [] }): Label =>
  groups.length > 0 &&
  groups.every(({ trials }) => trials.every(({ change }) => Number(change) === 0))
    ? ['分 · 得分没有增减', 'points · no score changes']
    : ['分', 'points'];

/** Chart data of each group’s change, with figures for table and workbook. */
const dataOf = (
  { trials, groups }: TrialComparison,
  by: PeopleGrouping,
  label: (text: Text) => string,
): ChartData => {
  const numbers = (value: (group: ComparedGroup) => string | number) =>
    groups.map((group) => Number(value(group)));
  const only = (name: string, value: (group: ComparedGroup) => string | number): ChartSeries => ({
    name,
    values: numbers(value),
    tableOnly: true,
  });
  return {
    head: label(groupingLabels[by]),
    categories: groups.map((group) => label(group.label)),
    series: [
      only(label(['人数', 'Team size']), ({ people }) => people),
      only(label(['原得分', 'Before']), ({ before }) => before),
      ...trials.flatMap(({ id, name }, at): readonly ChartSeries[] => {
        const own =
          (value: (one: ComparedGroup['trials'][number]) => string | number) =>
          (group: ComparedGroup): string | number => {
            const one = group.trials[at];
            return one ? value(one) : 0;
          };
        return [
          {
            name: label([`${name}：增减`, `${name}: change`]),
            values: numbers(own(({ change }) => change)),
            links: groups.map((group) => linkTo(by, id, group)),
          },
          only(
            label([`${name}：试算得分`, `${name}: after`]),
            own(({ after }) => after),
          ),
          only(
            label([`${name}：增加人数`, `${name}: gain`]),
            own(({ winners }) => winners),
          ),
          only(
            label([`${name}：减少人数`, `${name}: lose`]),
            own(({ losers }) => losers),
          ),
        ];
      }),
    ],
  };
};

/**
 * Page 试算对比: changes by norm, grouped by college, rank, discipline or age; several norms side
 * by side.
 */
const ComparePage = () => {
  const label = useLabel();
  const client = useClient();
  const given = useTabParams().ids;
  const [ids, setIds] = useState<readonly string[]>(given ? given.split(',') : []);
  const [by, setBy] = useState<PeopleGrouping>('college');
  const { data: found = [] } = useQuery({
    queryKey: [scoreTrial.key, 'compared'],
    queryFn: async () =>
      (
        await client.get<{ readonly records: readonly TrialRow[] }>(`/${scoreTrial.path}/list`, {
          view: 'all',
          status: states.done,
          size: '100',
        })
      ).records,
  });
  const shown = ids.length > 0 ? ids : found.slice(0, 1).map(({ id }) => id);
  const { data, error, refetch } = useQuery({
    queryKey: [scoreTrial.key, 'compare', shown.join(','), by],
    queryFn: () => client.get<TrialComparison>(`/${compareCall}`, { ids: shown.join(','), by }),
    enabled: shown.length > 0,
  });
  return (
    <Page
      header={
        <PageHeader
          title={label(['试算对比', 'Compare what-ifs'])}
          context={label([
            '按人群看得分增减；试算不改变任何结果',
            'Gains and losses by group; no result changes',
          ])}
        />
      }
    >
      <div className="ky-trials">
        <div className="ky-trials-choice">
          <Select
            mode="multiple"
            maxCount={maxComparedTrials}
            value={[...shown]}
            aria-label={label(['试算', 'What-ifs'])}
            placeholder={label(['选择试算', 'Choose what-ifs'])}
            options={found.map(({ id, trialName }) => ({ value: id, label: trialName }))}
            onChange={(next: string[]) => setIds(next)}
          />
          <Segmented<PeopleGrouping>
            value={by}
            options={peopleGroupings.map((one) => ({
              value: one,
              label: label(groupingLabels[one]),
            }))}
            onChange={setBy}
          />
        </div>
        {found.length === 0 && shown.length === 0 ? (
          <EmptyCard title={label(['试算对比', 'Compare what-ifs'])}>
            {label(['还没有完成的试算', 'No what-if has been computed yet'])}
          </EmptyCard>
        ) : (
          <ChartCard
            title={label([
              `按${groupingLabels[by][0]}的得分增减`,
              `Change by ${groupingLabels[by][1].toLowerCase()}`,
            ])}
            note={label(noteOf(data))}
            shape="bars"
            data={data && dataOf(data, by, label)}
            fault={error}
            onRetry={() => void refetch()}
            empty={label(['没有得分', 'No scores'])}
            height={420}
            workbook={workbook}
          />
        )}
      </div>
    </Page>
  );
};

export default ComparePage;
