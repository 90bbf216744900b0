/** Characters that the user typed for a captcha picture; the server accepts each answer once. */
export interface CaptchaResponse {
  readonly key: string;
  readonly code: string;
}

/** Returns the request headers for a captcha answer; empty without a captcha. */
export const captchaHeaders = (
  answer: CaptchaResponse | undefined,
): Readonly<Record<string, string>> =>
  answer ? { 'Captcha-Key': answer.key, 'Captcha-Code': answer.code.trim() } : {};
