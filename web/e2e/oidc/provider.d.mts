export type Account = 'listed' | 'own' | 'stranger' | 'unverified' | 'foreign';

export const clientSecret: string;
export const accounts: Record<Account, { email: string; email_verified: boolean; hd?: string; name: string }>;

export interface TestProvider {
  issuer: string;
  clientId: string;
  liveGrants: () => Promise<number>;
  stop: () => Promise<void>;
}

export function startProvider(port?: number): Promise<TestProvider>;
