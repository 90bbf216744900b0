import { useState } from 'react';
import { ApiFault } from '../client/fault.ts';
import { Popover } from '../components/Popover.tsx';
import { type Text, useLabel } from '../i18n/language.ts';
import type { useForecast } from './calls.ts';
import { RouteSteps } from './RouteSteps.tsx';
import { forecastLine } from './words.ts';
import './forecast.css';

interface RouteLineProps {
  /** Title of the line: 提交后 or 同意后. */
  readonly title: Text;
  readonly read: ReturnType<typeof useForecast>;
}

/**
 * Renders the forecast in one line, which expands to the steps with handlers, reasons and
 * durations. Renders nothing if the reader may not see the forecast.
 */
export const RouteLine = ({ title, read }: RouteLineProps) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const { data, error } = read;
  const name = label(title);
  if (error instanceof ApiFault && error.kind === 'denied') return null;
  if (error) {
    return (
      <p className="ky-route-line" role="status">
        <b>{name}</b>
        <span>{label(['流程预测暂时不可用', 'The forecast is temporarily unavailable'])}</span>
        <button type="button" className="ky-link" onClick={() => void read.refetch()}>
          {label(['重试', 'Retry'])}
        </button>
      </p>
    );
  }
  if (!data) {
    return (
      <p className="ky-route-line">
        <b>{name}</b>
        <span>…</span>
      </p>
    );
  }
  return (
    <Popover
      name={name}
      open={open}
      onOpenChange={setOpen}
      placement="topLeft"
      content={
        <div className="ky-route-box">
          <RouteSteps forecast={data} from="here" />
        </div>
      }
    >
      <button type="button" className="ky-route-line">
        <b>{name}</b>
        <span>{label(forecastLine(data))}</span>
      </button>
    </Popover>
  );
};
