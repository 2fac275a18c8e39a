/** The verified claims of an access token. */
export interface Claims {
  role: string;
  sub?: string;
  session_id?: string;
  aal?: string;
  email?: string;
  exp?: number;
  [claim: string]: unknown;
}

export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: Claims;
  /** The captcha pass sent with the request. */
  pass?: CaptchaPass;
  /** The client's IP address; stored with approvals and reveals. */
  address?: string;
  /** What functions may know about a request to the REST service. */
  request?: RequestFacts;
}

export interface RequestFacts {
  method: string;
  /** Without the query, which may hold personal data. */
  path: string;
  /** Lower-case names. Without what gives access. */
  headers: Record<string, string>;
}

/** A captcha pass with a valid signature. Whether it was spent already is checked in the database. */
export interface CaptchaPass {
  id: string;
  action: string;
  /** Not expired. */
  fresh: boolean;
}
