import type { ChainPage, ReferencedPeopleRow } from '@keyan/kernel/wire/routes.ts';
import type { DiagramUser, EndResult } from '@keyan/kernel/workflow/diagram.ts';
import { Checkbox, Input, Select } from 'antd';
import { useId } from 'react';
import { LabelledField } from '../../form/LabelledField.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { ConditionField, firstCondition } from '../chain/ConditionField.tsx';
import { StepSettings } from '../chain/StepSettings.tsx';
import {
  type BpmnModeling,
  type CanvasShape,
  canvasShapes,
  endSettingsOf,
  isLineOfGateway,
  type LineCondition,
  lineConditionOf,
  type ModelerServices,
  nodeSettingsOf,
  writeEndSettings,
  writeLineCondition,
  writeSettings,
} from './modeler.ts';

interface ElementPanelProps {
  readonly page: ChainPage;
  readonly services: ModelerServices;
  readonly people: readonly ReferencedPeopleRow[];
  readonly shape: CanvasShape;
  /** True if the diagram may be changed. */
  readonly isOpen: boolean;
}

const conditionChoices: readonly (readonly [LineCondition['is'], Text])[] = [
  ['always', ['总是经过', 'Always']],
  ['when', ['满足条件时经过', 'Under a condition']],
  ['default', ['其他情况', 'Otherwise']],
];

/** Renders the condition of a line. */
const LinePanel = ({ page, services, shape }: ElementPanelProps) => {
  const label = useLabel();
  const id = useId();
  const way = lineConditionOf(shape);
  if (!isLineOfGateway(shape)) {
    return (
      <p className="ky-note">
        {label([
          '只有条件分支的连线可以设条件',
          'Only lines of a conditional branch can have a condition',
        ])}
      </p>
    );
  }
  return (
    <div className="ky-chain-settings">
      <LabelledField id={id} label={['何时经过', 'When it is taken']}>
        <Select<LineCondition['is']>
          id={id}
          className="ky-wide"
          value={way.is}
          options={conditionChoices.map(([value, text]) => ({ value, label: label(text) }))}
          onChange={(is) =>
            writeLineCondition(
              services,
              shape,
              is === 'when' ? { is, text: firstCondition(page) } : { is },
            )
          }
        />
      </LabelledField>
      {way.is === 'when' && (
        <ConditionField
          key={shape.id}
          words={page}
          value={way.text}
          onChange={(text) => writeLineCondition(services, shape, { is: 'when', text })}
        />
      )}
    </div>
  );
};

const endResultChoices: readonly (readonly [value: EndResult | '', text: Text])[] = [
  ['', ['按最后的办理结果', 'As the last decision says']],
  ['approved', ['通过', 'Approved']],
  ['refused', ['不通过', 'Rejected']],
  ['withdrawn', ['撤销', 'Withdrawn']],
];

const EndPanel = ({ services, shape }: ElementPanelProps) => {
  const label = useLabel();
  const id = useId();
  const end = endSettingsOf(shape);
  return (
    <div className="ky-chain-settings">
      <LabelledField id={id} label={['到达后的结果', 'Result at the end']}>
        <Select
          id={id}
          className="ky-wide"
          value={end.result ?? ''}
          options={endResultChoices.map(([value, text]) => ({ value, label: label(text) }))}
          onChange={(value: EndResult | '') =>
            writeEndSettings(services, shape, { ...end, result: value === '' ? undefined : value })
          }
        />
      </LabelledField>
      <Checkbox
        checked={end.free === true}
        onChange={({ target }) =>
          writeEndSettings(services, shape, { ...end, free: target.checked })
        }
      >
        {label(['无人审批也可到达', 'May be reached without any approval'])}
      </Checkbox>
    </div>
  );
};

/** Renders the name of a gateway or of the start. */
const NamePanel = ({ services, shape }: ElementPanelProps) => {
  const id = useId();
  return (
    <LabelledField id={id} label={['名称', 'Name']}>
      <Input
        id={id}
        value={shape.businessObject.name ?? ''}
        maxLength={50}
        onChange={({ target }) =>
          services
            .get<BpmnModeling>('modeling')
            .updateProperties(shape, { name: target.value || undefined })
        }
      />
    </LabelledField>
  );
};

const noChange = () => undefined;

/** Renders all settings of the selected element, with the same inputs as in the list of steps. */
export const ElementPanel = (props: ElementPanelProps) => {
  const { page, services, people, shape, isOpen } = props;
  const node = nodeSettingsOf(shape);
  if (node) {
    const earlier = canvasShapes(services).flatMap((other): readonly DiagramUser[] => {
      const step = nodeSettingsOf(other);
      return step?.type === 'user' && step.id !== node.id ? [step] : [];
    });
    return (
      <StepSettings
        key={node.id}
        words={page}
        people={people}
        step={{ is: 'step', node, condition: null }}
        earlier={earlier}
        isDrawn
        onChange={isOpen ? (step) => writeSettings(services, shape, step.node) : noChange}
      />
    );
  }
  if (shape.type === 'bpmn:SequenceFlow') return <LinePanel {...props} />;
  if (shape.type === 'bpmn:EndEvent') return <EndPanel {...props} />;
  return <NamePanel {...props} />;
};
