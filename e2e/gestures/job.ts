import type { Locator } from 'playwright-core';
import { pane } from '../support/form.ts';
import type { Hand } from '../support/hand.ts';

/** Daily job that begins on the home page. */
export interface Job {
  readonly name: string;
  readonly account: string;
  /** Maximum number of gestures aimed at. */
  readonly aim: number;
  /** Makes the records for the job by calls, without gestures. */
  readonly before?: () => Promise<string>;
  readonly work: (hand: Hand, made: string) => Promise<void>;
}

export const here = ({ page }: Hand): Locator => pane(page);

export const buttonIn = (hand: Hand, name: string | RegExp): Locator =>
  here(hand).getByRole('button', { name }).first();

export const fieldIn = (hand: Hand, name: string): Locator =>
  here(hand).getByRole('textbox', { name, exact: true }).first();

export const boxIn = (hand: Hand, name: string): Locator =>
  here(hand).getByRole('combobox', { name, exact: true }).first();

/** True if a select box shows a value. */
export const isChosen = (input: Locator): Promise<boolean> =>
  input.evaluate((element) => {
    const shown = element.closest('.ant-select');
    return (
      shown?.querySelector('.ant-select-content-has-value, .ant-select-selection-item') !== null
    );
  });

/** Opens the first item that the command palette finds for a text. */
export const openByPalette = async (hand: Hand, text: string): Promise<void> => {
  await hand.key('Control+K');
  await hand.page.getByRole('dialog').getByRole('combobox').first().fill(text);
  await hand.page.getByRole('option', { name: text }).first().waitFor();
  await hand.key('Enter');
};
