// Which hosts are this very machine: the only ones that are spoken to without TLS.

/** True for names and addresses that never leave the machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
