import { CaretRightOutlined, CloseOutlined, PauseOutlined, RedoOutlined } from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import { Progress, Tooltip } from 'antd';
import type { ComponentType } from 'react';
import { useLabel } from '../i18n/language.ts';
import type { FileTransfer } from './transfers.ts';
import { sizeText } from './upload.ts';

type State = FileTransfer['state'];

/** Text beside the progress bar, by state of the transfer. */
const stateTexts: Readonly<Record<State, Label>> = {
  waiting: ['等待中', 'Waiting'],
  sending: ['上传中', 'Uploading'],
  paused: ['已暂停', 'Paused'],
  failed: ['上传失败', 'Failed'],
};

interface TransferButton {
  readonly word: Label;
  readonly Icon: ComponentType;
  readonly act: 'pause' | 'go';
}

const pauseButton: TransferButton = { word: ['暂停', 'Pause'], Icon: PauseOutlined, act: 'pause' };

/** Button of a transfer by state, beside the remove button. */
const stateButtons: Readonly<Record<State, TransferButton>> = {
  waiting: pauseButton,
  sending: pauseButton,
  paused: { word: ['继续', 'Resume'], Icon: CaretRightOutlined, act: 'go' },
  failed: { word: ['重试', 'Retry'], Icon: RedoOutlined, act: 'go' },
};

interface TransferTileProps {
  readonly transfer: FileTransfer;
  readonly onPause: () => void;
  readonly onGo: () => void;
  readonly onDrop: () => void;
}

/** Renders a file being uploaded: its progress, and 暂停, 继续 or 重试. */
export const TransferTile = ({ transfer, onPause, onGo, onDrop }: TransferTileProps) => {
  const label = useLabel();
  const { name, size, state, percent, fault } = transfer;
  const { word, Icon, act } = stateButtons[state];
  return (
    <div className="ky-file" data-state={state}>
      <span className="ky-file-text">
        <span className="ky-file-name" title={name}>
          {name}
        </span>
        {fault ? (
          <span className="ky-note ky-fault-text">{fault}</span>
        ) : (
          <>
            <Progress
              percent={percent}
              size="small"
              showInfo={false}
              status={state === 'sending' ? 'active' : 'normal'}
              aria-label={label([`${name} 上传进度`, `Progress of ${name}`])}
            />
            <span className="ky-note">
              {label(stateTexts[state])} {percent}% · {sizeText(size)}
            </span>
          </>
        )}
      </span>
      <button
        type="button"
        className="ky-link"
        aria-label={label([`${word[0]} ${name}`, `${word[1]} ${name}`])}
        onClick={act === 'pause' ? onPause : onGo}
      >
        <Icon /> {label(word)}
      </button>
      <Tooltip title={label(['放弃', 'Discard'])}>
        <button
          type="button"
          className="ky-icon-button"
          aria-label={label([`放弃 ${name}`, `Discard ${name}`])}
          onClick={onDrop}
        >
          <CloseOutlined />
        </button>
      </Tooltip>
    </div>
  );
};
