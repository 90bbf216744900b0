import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { FileTile } from './FileTile.tsx';
import { TransferTile } from './TransferTile.tsx';
import type { FileTransfer, FormTransfers } from './transfers.ts';

interface FileTilesProps {
  readonly files: readonly AttachedFile[];
  readonly transfers: readonly FileTransfer[];
  readonly queue: FormTransfers;
  readonly onRemove: (file: AttachedFile) => void;
}

/** Renders uploaded files, then running uploads, each with its actions. */
export const FileTiles = ({ files, transfers, queue, onRemove }: FileTilesProps) => (
  <>
    {files.map((file) => (
      <FileTile key={file.id} file={file} onRemove={() => onRemove(file)} />
    ))}
    {transfers.map((transfer) => (
      <TransferTile
        key={transfer.key}
        transfer={transfer}
        onPause={() => queue.pause(transfer.key)}
        onGo={() => queue.resume(transfer.key)}
        onDrop={() => queue.drop(transfer.key)}
      />
    ))}
  </>
);
