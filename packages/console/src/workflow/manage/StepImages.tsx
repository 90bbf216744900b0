import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId } from 'react';
import { useClient } from '../../client/context.tsx';
import { useLabel } from '../../i18n/language.ts';
import { workKeys } from '../calls.ts';
import { managerCalls, type StepMap } from './calls.ts';

interface StepImagesProps {
  /** Ids of the two versions. */
  readonly from: string;
  readonly to: string;
  readonly map: StepMap;
  readonly onChange: (map: StepMap) => void;
}

/**
 * Renders the choice of a new step for each step that the new version lacks; nothing if none is
 * missing.
 */
export const StepImages = ({ from, to, map, onChange }: StepImagesProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const { data = [] } = useQuery({
    queryKey: [...workKeys.versions('compare'), from, to],
    queryFn: () => managerCalls(client).compareRoutes(from, to),
  });
  const gone = data.filter(({ change }) => change === 'removed');
  const added = data.filter(({ change }) => change === 'added');
  if (gone.length === 0 || added.length === 0) return null;
  const choose = (key: string, image: string | undefined): void => {
    const { [key]: _, ...others } = map;
    onChange(image === undefined ? others : { ...others, [key]: image });
  };
  return (
    <fieldset className="ky-step-images">
      <legend>{label(['原环节对应的新环节', 'New steps for those that are gone'])}</legend>
      {gone.map(({ nodeKey, nodeName }) => (
        <div key={nodeKey}>
          <label htmlFor={`${id}-${nodeKey}`}>{nodeName}</label>
          <Select
            id={`${id}-${nodeKey}`}
            allowClear
            value={map[nodeKey] ?? null}
            placeholder={label(['没有对应', 'None'])}
            options={added.map((step) => ({ value: step.nodeKey, label: step.nodeName }))}
            onChange={(image: string | null | undefined) => choose(nodeKey, image ?? undefined)}
          />
        </div>
      ))}
    </fieldset>
  );
};
