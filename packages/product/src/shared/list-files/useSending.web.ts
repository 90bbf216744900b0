import { ApiFault } from '@keyan/console/client/fault.ts';
import { useState } from 'react';

/** Runs calls of a panel one at a time; refusals are shown in the panel, which retains the file. */
export const useSending = () => {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  /**
   * Runs a call.
   * @returns null if the server refused
   */
  const send = async <T>(call: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    setFault('');
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      setFault(error.fields[0]?.message ?? error.message);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, send };
};

/** Form data with a file and further fields. */
export const fileForm = (file: File, fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
};
