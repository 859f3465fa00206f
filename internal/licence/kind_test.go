package licence_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/licence"
)

func TestKind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"MIT", "Copyright (c) 2020 A\n\nPermission is hereby granted, free of charge,\nto any person obtaining a copy of", "MIT"},
		{"Apache", "   Apache License\n   Version 2.0, January 2004", "Apache-2.0"},
		{"three clauses", "Redistribution and use in source and binary forms ... Neither the name of Google", "BSD-3-Clause"},
		{"two clauses", "Redistribution and use in source and binary forms, with or without", "BSD-2-Clause"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose\nwith or without fee", "ISC"},
		{"a library of the GNU project", "This library is free software under the terms of the\nGNU Lesser General Public License", "LGPL"},
		{"the Affero licence names the General one", "GNU AFFERO GENERAL PUBLIC LICENSE ... of the GNU General Public License", "AGPL"},
		{"MPL names those of the GNU project", "Mozilla Public License Version 2.0\n===\n1.12 means either the GNU General Public License, Version 2.0", "MPL-2.0"},
		{"two licences: the stricter one", "Permission is hereby granted, free of charge, to any person obtaining a copy ... or the GNU General Public License", "GPL"},
		{"none", "All rights reserved.", licence.Unknown},
	} {
		require.Equal(t, c.want, licence.Kind(c.text), c.name)
	}
}
