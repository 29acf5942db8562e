// Package evil lists addresses that webhooks must never be sent to, for tests.
package evil

// URLs are internal addresses in many spellings. None of them may lead to a connection.
func URLs() []string {
	return append(append(spellings(), networks()...), shapes()...)
}

// spellings are those of loopback and of the clouds' metadata service.
func spellings() []string {
	return []string{
		"https://127.0.0.1/", "https://127.0.0.1:443/", "https://127.1/", "https://127.0.1/", "https://2130706433/",
		"https://0x7f000001/", "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://0/", "https://0.0.0.0/",
		"https://127.0.0.1./", "https://127.255.255.254/", "https://localhost/", "https://LOCALHOST/", "https://localhost./",
		"https://a.localhost/", "https://printer.local/", "https://metadata.google.internal/", "https://intranet/",
		"https://[::1]/", "https://[::]/", "https://[0:0:0:0:0:0:0:1]/", "https://[::ffff:127.0.0.1]/",
		"https://[::ffff:7f00:1]/",
		"https://[::127.0.0.1]/", "https://[fe80::1%25eth0]/", "https://[::1%25lo]/",
		"https://169.254.169.254/latest/meta-data/", "https://2852039166/", "https://0xa9fea9fe/",
		"https://[::ffff:a9fe:a9fe]/",
		"https://[fd00:ec2::254]/", "https://168.63.129.16/", "https://100.100.100.200/",
	}
}

// networks has one address of each non-public network.
func networks() []string {
	return []string{
		"https://10.0.0.1/", "https://172.16.0.1/", "https://172.31.255.255/", "https://192.168.0.1/", "https://100.64.0.1/",
		"https://192.0.0.1/", "https://192.0.2.1/", "https://192.88.99.1/", "https://198.18.0.1/", "https://198.51.100.1/",
		"https://203.0.113.1/", "https://224.0.0.1/", "https://240.0.0.1/", "https://255.255.255.255/",
		"https://[fc00::1]/", "https://[fd12:3456::1]/", "https://[fe80::1]/", "https://[fec0::1]/", "https://[ff02::1]/",
		"https://[64:ff9b::7f00:1]/", "https://[64:ff9b:1::1]/", "https://[100::1]/", "https://[2001::1]/",
		"https://[2001:db8::1]/",
		"https://[2002:7f00:1::]/", "https://[5f00::1]/", "https://[3fff::1]/",
	}
}

// shapes confuse address parsers.
func shapes() []string {
	return []string{
		"", "https://", "https:///", "//127.0.0.1/", "http://93.184.215.14/", "ftp://93.184.215.14/", "file:///etc/passwd",
		"gopher://127.0.0.1:6379/_",
		"https:93.184.215.14", "https://user@93.184.215.14/", "https://user:password@93.184.215.14/",
		"https://93.184.215.14@127.0.0.1/",
		"https://127.0.0.1#@93.184.215.14/", "https://93.184.215.14#fragment", "https://93.184.215.14\\@127.0.0.1/",
		"https://93.184.215.14 /",
		"https://93.184.215.14/\r\nHost: 127.0.0.1", "https://93.184.215.14\x00/", "https://%31%32%37.0.0.1/",
		"https://[127.0.0.1]/",
		"https://①②⑦.⓪.⓪.①/", "https://93.184.215.14:22/", "https://93.184.215.14:80/", "https://93.184.215.14:8443/",
		"https://93.184.215.14:0/",
		"https://93.184.215.14:99999/", "https://93.184.215.14:/../", "https://example..com./:443:443", "https://.../",
		"https://1.0.0.127.in-addr.arpa/",
	}
}
