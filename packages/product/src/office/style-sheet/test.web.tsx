import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import type { ChartData, Shape } from '@keyan/console/charts/data.ts';
import { Glyph, type GlyphName, type Tone } from '@keyan/console/components/Glyph.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { StatusTag } from '@keyan/console/components/StatusTag.tsx';
import { type Step, StepTicks } from '@keyan/console/components/StepTicks.tsx';
import { Empty, ErrorPanel, NoMatches, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { fieldEditors } from '@keyan/console/fields/editors.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { type Fields, f } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { Suspense, useId, useState } from 'react';
import { indexType, journalLevel } from '../../achievement/common/dictionaries.ts';
import { dept } from '../../shared/references/refs.ts';
import { homeService } from '../home/home.calls.web.ts';
import '@keyan/console/charts/chart.css';
import '@keyan/console/form/field.css';
import './test.css';

const glyphs: readonly GlyphName[] = [
  'draft',
  'inApproval',
  'approved',
  'returned',
  'refused',
  'recalled',
  'void',
  'warning',
];

const tones: readonly Tone[] = ['success', 'warning', 'error', 'refused', 'info', 'neutral'];

const chartShapes: readonly (readonly [Shape, Label])[] = [
  ['columns', ['柱', 'Columns']],
  ['stack', ['叠柱', 'Stacked columns']],
  ['bars', ['横条', 'Bars']],
  ['lines', ['折线', 'Lines']],
  ['ring', ['环', 'Ring']],
];

/** One field of every type with an editor of its own. */
const fields: Fields = {
  text: f.text(['单行文本', 'Text']).max(50),
  note: f.note(['多行文本', 'Note']).max(200),
  integer: f.integer(['整数', 'Integer']),
  decimal: f.decimal(['小数', 'Decimal'], 2),
  money: f.money(['金额', 'Money']),
  year: f.year(['年度', 'Year']),
  date: f.date(['日期', 'Date']),
  time: f.time(['时间', 'Time']),
  dict: f.dict(['单选字典', 'Single choice'], journalLevel),
  dicts: f.dicts(['多选字典', 'Multiple choice'], indexType),
  ref: f.ref(['引用', 'Reference'], dept),
  refs: f.refs(['多个引用', 'References'], dept),
  rich: f.rich(['富文本', 'Formatted text']),
};

/** Example steps; the titles only show positions. */
const useSteps = (): readonly Step[] => {
  const label = useLabel();
  const step = (key: string, state: Step['state'], name: Label): Step => ({
    key,
    state,
    label: label(name),
  });
  return [
    step('a', 'done', ['提交', 'Submit']),
    step('b', 'here', ['院系审核', 'College']),
    step('c', 'todo', ['科研处审核', 'Research office']),
  ];
};

const Control = ({
  name,
  field,
  faulty,
}: {
  name: string;
  field: Fields[string];
  faulty: boolean;
}) => {
  const label = useLabel();
  const id = useId();
  const [value, setValue] = useState<unknown>(null);
  const Editor = fieldEditors[field.spec.type];
  if (!Editor) return null;
  return (
    <div className="ky-test-field">
      <label className="ky-label" htmlFor={id}>
        {label(field.spec.label)}
      </label>
      <Suspense fallback={<SkeletonRows rows={1} />}>
        <Editor
          id={id}
          name={name}
          spec={field.spec}
          value={value}
          row={{}}
          faulty={faulty}
          caption={label(field.spec.label)}
          onChange={setValue}
        />
      </Suspense>
    </div>
  );
};

const useSampleChart = (series: number): ChartData => {
  const label = useLabel();
  return {
    head: label(['年度', 'Year']),
    categories: ['2022', '2023', '2024', '2025', '2026'],
    series: Array.from({ length: series }, (_, index) => ({
      name: label([`系列 ${index + 1}`, `Series ${index + 1}`]),
      values: [12, 18, 15, 24, 9].map((value) => value + index * 5),
    })),
  };
};

const Charts = () => {
  const label = useLabel();
  const one = useSampleChart(1);
  const three = useSampleChart(3);
  return (
    <div className="ky-charts">
      {chartShapes.map(([shape, name]) => (
        <ChartCard
          key={shape}
          title={label(name)}
          note={label(['示例数字', 'sample numbers'])}
          shape={shape}
          data={shape === 'stack' || shape === 'lines' ? three : one}
          empty=""
          height={200}
          workbook={`${homeService}/exportTable`}
        />
      ))}
      <ChartCard
        title={label(['没有数据', 'No data'])}
        shape="columns"
        data={{ head: '', categories: [], series: [] }}
        empty={label(['没有可画的数据', 'No data to draw'])}
        workbook={`${homeService}/exportTable`}
      />
    </div>
  );
};

const StatusCard = () => {
  const label = useLabel();
  const steps = useSteps();
  return (
    <Card title={label(['状态', 'Status'])}>
      <div className="ky-test-row">
        {Object.values(statuses).map((status) => (
          <StatusTag key={status} status={status} />
        ))}
      </div>
      <div className="ky-test-row">
        {glyphs.map((name) => (
          <span key={name} className="ky-test-glyph">
            <Glyph name={name} size={20} />
            <code className="ky-note">{name}</code>
          </span>
        ))}
      </div>
      <div className="ky-test-row">
        {tones.map((tone) => (
          <span key={tone} className="ky-test-glyph">
            <Glyph name="warning" size={20} tone={tone} />
            <code className="ky-note">{tone}</code>
          </span>
        ))}
      </div>
      <div className="ky-test-row">
        <StepTicks steps={steps} days={0}>
          {label(['刚到', 'just now'])}
        </StepTicks>
        <StepTicks steps={steps} days={4}>
          {label(['4 天', '4 days'])}
        </StepTicks>
        <StepTicks steps={steps} days={9}>
          {label(['9 天', '9 days'])}
        </StepTicks>
      </div>
    </Card>
  );
};

const ButtonCard = () => {
  const label = useLabel();
  return (
    <Card title={label(['按钮与提示', 'Buttons and toasts'])}>
      <div className="ky-test-row">
        <Button type="primary">{label(['主按钮', 'Primary'])}</Button>
        <Button>{label(['普通', 'Default'])}</Button>
        <Button danger>{label(['危险', 'Danger'])}</Button>
        <Button type="text">{label(['文字', 'Text'])}</Button>
        <Button disabled>{label(['不可用', 'Disabled'])}</Button>
      </div>
      <div className="ky-test-row">
        <Button onClick={() => toast.success(['成功提示', 'Success message'])}>
          {label(['成功提示', 'Success'])}
        </Button>
        <Button
          onClick={() =>
            toast.success(['可撤销的提示', 'Message with undo'], { undo: () => undefined })
          }
        >
          {label(['可撤销', 'With undo'])}
        </Button>
        <Button onClick={() => toast.warning(['提醒', 'A warning'])}>
          {label(['提醒', 'Warning'])}
        </Button>
        <Button onClick={() => toast.error(['出错提示', 'Error message'])}>
          {label(['出错提示', 'Error'])}
        </Button>
      </div>
    </Card>
  );
};

const FieldCard = () => {
  const label = useLabel();
  const [faulty, setFaulty] = useState(false);
  return (
    <Card
      title={label(['字段', 'Fields'])}
      extra={
        <button
          type="button"
          className="ky-link"
          aria-pressed={faulty}
          onClick={() => setFaulty(!faulty)}
        >
          {label(['出错的样子', 'Show errors'])}
        </button>
      }
    >
      <div className="ky-test-fields">
        {Object.entries(fields).map(([name, field]) => (
          <Control key={name} name={name} field={field} faulty={faulty} />
        ))}
      </div>
    </Card>
  );
};

const StateCard = () => {
  const label = useLabel();
  return (
    <Card title={label(['空、出错、加载', 'Empty, failed, loading'])}>
      <div className="ky-test-states">
        <Empty>{label(['还没有记录', 'No records yet'])}</Empty>
        <NoMatches onClear={() => toast.success(['已清空', 'Cleared'])} />
        <ErrorPanel
          fault={
            new Error(label(['服务暂不可用,请稍后重试', 'Service unavailable; try again later']))
          }
          onRetry={() => toast.success(['重试', 'Trying again'])}
        />
        <SkeletonRows rows={4} />
      </div>
    </Card>
  );
};

/**
 * Page `/test/index`: components and states of the console in the current theme, language and
 * density, for administrators who choose a theme and for developers.
 */
const TestPage = () => {
  const label = useLabel();
  return (
    <Page
      header={
        <PageHeader
          title={label(['样式与状态', 'Style sheet'])}
          context={label([
            '控件与状态的实物，随主题、语言、密度变化',
            'The parts and states themselves, in the theme, language and density in use',
          ])}
        />
      }
    >
      <StatusCard />
      <ButtonCard />
      <FieldCard />
      <StateCard />
      <section aria-label={label(['图表', 'Charts'])} className="ky-test-charts">
        <Charts />
      </section>
    </Page>
  );
};

export default TestPage;
