/** Signs read from a picture; the server takes them once (contract §2). */
export interface CaptchaAnswer {
  readonly key: string;
  readonly code: string;
}

/** The headers by which a call brings its answer; none where no captcha is asked for. */
export const captchaHeaders = (
  answer: CaptchaAnswer | undefined,
): Readonly<Record<string, string>> =>
  answer ? { 'Captcha-Key': answer.key, 'Captcha-Code': answer.code.trim() } : {};
