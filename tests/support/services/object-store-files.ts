interface Places {
  folder: string;
  user: string;
  proxy: number;
  account: number;
  container: number;
  object: number;
  memcached: number;
}

/** The configuration of Swift's four servers, by file name. */
export function swiftFiles(places: Places): Record<string, string> {
  const { folder, user, proxy, memcached } = places;
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
user = ${user}
workers = 0
log_address = /nonexistent
`;
  const backend = (
    kind: 'account' | 'container' | 'object',
  ) => `${common(places[kind])}devices = ${folder}/devices
mount_check = false
recon_cache_path = ${folder}

[pipeline:main]
pipeline = ${kind}-server

[app:${kind}-server]
use = egg:swift#${kind}
`;
  const filters = {
    catch_errors: '',
    cache: `memcache_servers = 127.0.0.1:${memcached}\n`,
    listing_formats: '',
    bulk: '',
    s3api: 'location = us-east-1\nallow_no_owner = true\ncheck_bucket_owner = false\ns3_acl = false\n',
    tempauth: 'user_test_tester = testing .admin .reseller_admin\nallow_overrides = true\n',
    copy: '',
    slo: '',
    dlo: '',
  };
  const parts = Object.entries(filters).map(([name, settings]) => {
    const program = name === 'cache' ? 'memcache' : name;
    return `\n[filter:${name}]\nuse = egg:swift#${program}\n${settings}`;
  });
  return {
    'swift.conf': `[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test

[storage-policy:0]
name = one
default = yes
`,
    'account-server.conf': backend('account'),
    'container-server.conf': backend('container'),
    'object-server.conf': backend('object'),
    'proxy-server.conf': `${common(proxy)}
[pipeline:main]
pipeline = ${Object.keys(filters).join(' ')} proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${parts.join('')}`,
  };
}
