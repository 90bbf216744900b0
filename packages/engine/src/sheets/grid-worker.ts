import { parentPort, workerData } from 'node:worker_threads';
import readXlsx from 'read-excel-file/node';

// Runs on a thread of its own with little memory: see `readGrids`.
const sheets = await readXlsx(Buffer.from(workerData as Uint8Array));
parentPort?.postMessage(sheets.map(({ sheet, data }) => [sheet, data]));
