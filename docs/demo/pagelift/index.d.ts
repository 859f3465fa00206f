/** What can be asked for. The names are those of the REST interface and of the SDK's convert.Options. */
export interface Options {
  /** Landmarks, sections, figures and notes of HTML5. Default: true. */
  semantic_html?: boolean;
  /** Pictures of the document become assets. Default: true. */
  extract_images?: boolean;
  /** Checks the HTML and fills report. Default: true. */
  accessibility_check?: boolean;
  /** Reproduces the look of the pages. Default: false. */
  preserve_formatting?: boolean;
  /** How formulas are written. Default: "mathml". */
  math?: "mathml" | "tex" | "image";
  /** The stylesheet of the HTML. Default: "reader". */
  theme?: "reader" | "plain" | "none";
  /** CSS behind that of the theme, 256 KiB at most. It fetches nothing. */
  stylesheet?: string;
  /** Drops white space that changes nothing. Default: true. */
  minify?: boolean;
  /** Opens an encrypted document, as user or as owner. */
  password?: string;
  /** A BCP 47 tag, used where the document names no language. */
  language?: string;
  /** What the document is called where it names itself nowhere: the name of its file, say. */
  name?: string;
  /** First and last page of each range, from 1. Default: all pages. */
  pages?: [first: number, last: number][];
  /** Documents with more pages fail with page_limit_exceeded. */
  max_pages?: number;
  /** Documents with more bytes fail with file_too_large. */
  max_bytes?: number;
  /** Adds the document as Markdown. Default: false. */
  markdown?: boolean;
  /** Puts stylesheets and assets into the HTML; assets is empty then. Default: false. */
  self_contained?: boolean;

  /** Called after each page with the number of pages done and in all. */
  onProgress?: (done: number, total: number) => void;
  /** Ends the conversion, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface Result {
  html: string;
  /** Content of style.css, which the HTML refers to; "" if it is self-contained. */
  css: string;
  /** Content of pages.css; "" without preserve_formatting. */
  pages_css: string;
  /** Only with Options.markdown. */
  markdown?: string;
  /** The files that the HTML refers to. */
  assets: Asset[];
  metadata: Metadata;
  warnings: Warning[];
  /** Null without accessibility_check. */
  report: Report | null;
}

export interface Asset {
  /** Path relative to the HTML: assets/... */
  name: string;
  media_type: string;
  data: Uint8Array;
}

export interface Metadata {
  pages: number;
  title: string;
  author: string;
  subject: string;
  keywords: string[];
  created_at: string | null;
  modified_at: string | null;
  producer: string;
  language: string;
  accessibility_score: number | null;
  word_count: number;
  image_count: number;
}

/** Damage or a loss that was survived. */
export interface Warning {
  /** Stable: docs/compatibility.md. */
  code: string;
  /** From 1; 0 is the whole document. */
  page: number;
  detail: string;
}

/** The accessibility report, shaped as the results of axe-core. */
export interface Report {
  tool: string;
  version: string;
  score: number;
  score_version: number;
  html_score: number;
  violations: RuleResult[];
  incomplete: RuleResult[];
  passes: RuleResult[];
  inapplicable: RuleResult[];
  manual: unknown[];
  source?: unknown;
}

export interface RuleResult {
  id: string;
  impact: "minor" | "moderate" | "serious" | "critical";
  level: string;
  wcag?: string[];
  act?: string[];
  help: string;
  helpUrl: string;
  tags: string[];
  count: number;
  nodes: {
    html: string;
    target: string;
    line: number;
    column: number;
    /** Page of the PDF, from 1. */
    page?: number;
    message: string;
  }[];
}

/** Codes of errors. Those of the SDK are the same: package convert of Go describes them. */
export type Code =
  | "invalid_file_format"
  | "invalid_document"
  | "invalid_option"
  | "password_required"
  | "page_limit_exceeded"
  | "file_too_large"
  | "resource_limit_exceeded"
  | "unsupported_feature"
  | "read_failed"
  | "internal_error"
  /** The worker or pagelift.wasm cannot be loaded. */
  | "load_failed";

export class PageliftError extends Error {
  readonly name: "PageliftError";
  readonly code: Code;
  /** From 1; 0 is the whole document. */
  readonly page: number;
}

/**
 * Converts a PDF document in a worker. Conversions run one after the other; the document is copied first.
 * Rejects with a PageliftError, or with the reason of Options.signal.
 */
export function convert(document: ArrayBuffer | ArrayBufferView, options?: Options): Promise<Result>;

/** Loads the converter ahead of the first conversion. */
export function load(): Promise<void>;
