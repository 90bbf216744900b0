import type { Label } from '@keyan/kernel/label.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { ComponentType, ReactNode } from 'react';
import type { Query } from '../client/query.ts';
import type { Text } from '../i18n/language.ts';
import type { ThemeName } from '../theme/tokens.ts';
import type { MenuNode } from './menu.ts';
import type { Route } from './routes.ts';

/**
 * Configuration that the application passes to the console, which contains no page or text of the
 * application.
 */
export interface ShellConfig {
  readonly routes: readonly Route[];
  /** Home page, also shown after all tabs are closed. */
  readonly home: {
    readonly path: string;
    readonly title: Text;
    /** False: the home page can be closed, and is not always first in the tab bar. */
    readonly fixed?: boolean;
  };
  readonly brand: {
    /** Returns the title of the site; `name` is undefined until the server has sent it. */
    readonly title: (name: Label | undefined) => Label;
    /** Path of the call that returns the name of the site. */
    readonly site: string;
    readonly mark: ReactNode;
  };
  /** Returns the icon of a menu entry; undefined shows the first character of its name. */
  readonly icon: (node: MenuNode) => ReactNode;
  /**
   * Numbers beside menu entries: the total of a list. `codes` limits a number to users with one of
   * these permissions, because the server refuses the list to others.
   */
  readonly counts: readonly {
    readonly menu: string;
    readonly list: string;
    /** Condition on the counted rows; all rows if absent. */
    readonly query?: Query;
    readonly codes?: readonly string[];
  }[];
  readonly bell: BellConfig;
  /**
   * Path of the call that lists public files, if there is one: entries with name, description and
   * files.
   */
  readonly downloads?: { readonly list: string };
  readonly palette: PaletteConfig;
  /** Loads the help pages on demand. */
  readonly help?: () => Promise<readonly HelpPage[]>;
  /** Path of the call that lists the roles of the signed-in user. */
  readonly roles: string;
  /** Path of the call for preferences: GET returns all, POST `{key, value}` stores one. */
  readonly preferences: string;
  /** Addresses of pages in the user menu; they may depend on the account. */
  readonly pages: {
    readonly profile: (account: string) => string;
    readonly dashboard?: string;
  };
  /**
   * Page shown instead of the console to a user of an external sign-in provider without an account
   * here.
   */
  readonly guest: ComponentType;
  /** Page shown instead of the console until the user has changed the initial password. */
  readonly passwordDue: ComponentType;
  /** Settings of the page's error log. */
  readonly errorLog: {
    /** Path of the call that receives the entries. */
    readonly upload: string;
  };
  /** Returns the address of the page where an account starts after signing in. */
  readonly start: (account: string) => string;
  /** Returns true if an account starts on the home page instead of the first top entry. */
  readonly startsOnHome: (account: string) => boolean;
  /** Loads antd's styles for a custom colour; equal for all themes. */
  readonly loadCustomColour: () => Promise<unknown>;
  /** Loads antd's styles for a theme; resolves when they apply. */
  readonly loadAntdStyles: (theme: ThemeName) => Promise<unknown>;
}

/** Paths of the calls of the bell. */
export interface BellConfig {
  readonly messages: {
    readonly list: string;
    readonly read: string;
    readonly readAll: string;
    /** Names of the message types. */
    readonly types: Dictionary;
  };
  /** Calls of notices; if absent, the bell has one list. */
  readonly notices?: {
    readonly list: string;
    readonly detail: string;
    readonly read: string;
    /** Path of the call for the number of notices (`total`) and of unread ones (`unread`). */
    readonly unread: string;
  };
  readonly stream: string;
  /** Address of the page of all messages, if there is one. */
  readonly page?: string;
  /** Resolves to the address of the record's page that a message is about, or undefined. */
  readonly linkOf: (subject: MessageSubject) => Promise<string | undefined>;
}

/** Subject of a message: key of the resource and id of the record. */
export interface MessageSubject {
  readonly bizKind?: string;
  readonly bizId?: string;
}

/** Item of the command palette, beside pages, records and toolbar items. */
export interface PaletteItem {
  readonly key: string;
  readonly label: Text;
  /** Address of the page that it opens. */
  readonly path: string;
  /** Permission code required to see it. */
  readonly permission?: string;
}

/** Configuration of the command palette: search call and further items. */
export interface PaletteConfig {
  /** Path of the call that searches records: `FoundRecords[]` for `q`. */
  readonly search: string;
  /** Hint on what can be searched, shown until something is typed. */
  readonly hint: Label;
  /** Keys of the resources whose records are people. */
  readonly people: readonly string[];
  readonly items: () => Promise<readonly PaletteItem[]>;
}

/** Source of a help page, as `shell/help/text.ts` parses it. */
export interface HelpPage {
  readonly key: string;
  /** Aliases of the roles that the page is written for. */
  readonly roles: readonly string[];
  readonly text: Label;
}
