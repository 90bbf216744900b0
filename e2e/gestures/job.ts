import type { Locator } from 'playwright-core';
import { pane } from '../support/form.ts';
import type { Hand } from '../support/hand.ts';

/** A daily job from the home page. */
export interface Job {
  readonly name: string;
  readonly account: string;
  /** Most gestures that are aimed at. */
  readonly aim: number;
  /** Records that the job begins with; they are made by calls and count nothing. */
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

/** Does a choice show a value? */
export const isChosen = (input: Locator): Promise<boolean> =>
  input.evaluate((element) => {
    const shown = element.closest('.ant-select');
    return (
      shown?.querySelector('.ant-select-content-has-value, .ant-select-selection-item') !== null
    );
  });

/** Opens what the palette finds first under a text. */
export const openByPalette = async (hand: Hand, text: string): Promise<void> => {
  await hand.key('Control+K');
  await hand.page.getByRole('dialog').getByRole('combobox').first().fill(text);
  await hand.page.getByRole('option', { name: text }).first().waitFor();
  await hand.key('Enter');
};
