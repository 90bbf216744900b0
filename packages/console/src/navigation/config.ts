import type { Dictionary } from '@keyan/kernel/dictionary.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ComponentType, ReactNode } from 'react';
import type { Text } from '../i18n/language.ts';
import type { ThemeName } from '../theme/tokens.ts';
import type { MenuNode } from './menu.ts';
import type { Route } from './routes.ts';

/** What an application gives to the shell; the shell knows no page and no word of it. */
export interface ShellConfig {
  readonly routes: readonly Route[];
  /** The first page, target of closing all. */
  readonly home: {
    readonly path: string;
    readonly title: Text;
    /** Stands at the left of the tab bar and cannot be closed; so unless false (spec §2). */
    readonly fixed?: boolean;
  };
  readonly brand: {
    /** The site's title; without a name until the server has told it. */
    readonly title: (name: Label | undefined) => Label;
    /** The call that tells the name. */
    readonly site: string;
    readonly mark: ReactNode;
  };
  /** The icon of a menu entry; undefined takes the first character of its name. */
  readonly icon: (node: MenuNode) => ReactNode;
  /** Numbers beside menu entries: the total of a list. */
  readonly counts: readonly { readonly menu: string; readonly list: string }[];
  readonly bell: BellConfig;
  /** The list of files for everybody, where there is one: entries with name, describe and files. */
  readonly downloads?: { readonly list: string };
  readonly palette: PaletteConfig;
  /** The call that lists the roles of whoever is signed in. */
  readonly roles: string;
  /** The call behind the user's preferences: GET tells all, POST `{key, value}` keeps one. */
  readonly preferences: string;
  /** Pages behind the user's name; the address may depend on who it is. */
  readonly pages: {
    readonly profile: (account: string) => string;
    readonly dashboard?: string;
  };
  /** In place of everything, for somebody who signed in and has no account here (spec §2). */
  readonly guest: ComponentType;
  /** In place of everything, until whoever was given a password has chosen another one. */
  readonly passwordDue: ComponentType;
  /** The log of the page's failures (spec §2). */
  readonly errorLog: {
    /** The call that takes the entries. */
    readonly upload: string;
  };
  /** Where an account begins after signing in: the first page, or another one (spec §2). */
  readonly start: (account: string) => string;
  /** Accounts that do not open the first top entry by themselves (spec §6). */
  readonly startsOnHome: (account: string) => boolean;
  /** Loads the kit's sheet for a colour that the user picked; the same for every theme. */
  readonly loadCustomColour: () => Promise<unknown>;
  /** Loads the kit's variable sheet of a theme; resolves when it applies. */
  readonly loadAntdStyles: (theme: ThemeName) => Promise<unknown>;
}

/** Paths of the calls behind the bell. */
export interface BellConfig {
  readonly messages: {
    readonly list: string;
    readonly read: string;
    readonly readAll: string;
    /** What the types of messages are called. */
    readonly types: Dictionary;
  };
  /** Left out where there are no notices: the bell then has one list. */
  readonly notices?: {
    readonly list: string;
    readonly detail: string;
    readonly read: string;
    /** How many there are for the reader (`total`), and how many of them unread (`unread`). */
    readonly unread: string;
  };
  readonly stream: string;
  /** The page with all messages, where there is one. */
  readonly page?: string;
  /** The page of what a message is about, or undefined. */
  readonly linkOf: (subject: MessageSubject) => Promise<string | undefined>;
}

/** What a message is about: the resource's key and the id of the record. */
export interface MessageSubject {
  readonly bizKind?: string;
  readonly bizId?: string;
}

/** An item of the command palette beside pages, records and toolbar items. */
export interface PaletteItem {
  readonly key: string;
  readonly label: Text;
  /** The page that it opens. */
  readonly path: string;
  /** The permission code that it needs. */
  readonly permission?: string;
}

/** How the command palette finds records, and the items that the application adds to it. */
export interface PaletteConfig {
  /** The call that finds records by title: `[{ resource, label, page, records }]` for `q`. */
  readonly search: string;
  /** Keys of the resources whose records are people. */
  readonly people: readonly string[];
  readonly items: () => Promise<readonly PaletteItem[]>;
}
