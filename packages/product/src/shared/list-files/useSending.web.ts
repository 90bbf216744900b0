import { ApiFault } from '@keyan/console/client/fault.ts';
import { useState } from 'react';

/** Calls of a panel, one at a time; a refusal is told in the panel, where the file stays. */
export const useSending = () => {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  /** @returns null where the server refused */
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

/** A form with a file and the fields that go with it. */
export const fileForm = (file: File, fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
};
