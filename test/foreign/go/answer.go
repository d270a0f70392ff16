package main

import (
	"encoding/json"
	"strings"
)

// object is a JSON object whose fields keep their order. A field is documented, or has the deployment's own name.
type object struct {
	fields []field
}

type field struct {
	name string
	// path is the place of an own field under -own-names nested, with dots; empty for a documented field.
	path  string
	value any
}

func body() *object { return &object{} }

// put adds a field that the documents name.
func (o *object) put(name string, value any) *object {
	o.fields = append(o.fields, field{name: name, value: value})
	return o
}

// own adds a field that the documents do not name.
func (o *object) own(name, path string, value any) *object {
	o.fields = append(o.fields, field{name: name, path: path, value: value})
	return o
}

// list is an array of objects.
type list []*object

// renderer writes objects as the options say.
type renderer struct {
	formats *formats
}

// text is the JSON of an answer.
func (r renderer) text(o *object) []byte { return r.object(o, 0, true) }

func (r renderer) value(value any, depth int) []byte {
	switch v := value.(type) {
	case *object:
		return r.object(v, depth, false)
	case list:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = string(r.object(item, depth+1, true))
		}
		return []byte("[" + strings.Join(parts, ",") + "]")
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// object has extra fields where it is a whole answer or an item of a list.
func (r renderer) object(o *object, depth int, isWhole bool) []byte {
	fields := r.placed(o.fields, depth)
	if r.formats.options.extraFields && isWhole {
		fields = append(fields, r.extras(depth)...)
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		place := i
		if r.formats.options.fieldOrder == "reverse" {
			place = len(fields) - 1 - i
		}
		name, _ := json.Marshal(f.name)
		parts[place] = string(name) + ":" + string(r.value(f.value, depth+1))
	}
	return []byte("{" + strings.Join(parts, ",") + "}")
}

// placed moves own fields to where -own-names wants them.
func (r renderer) placed(fields []field, depth int) []field {
	style := r.formats.options.ownNames
	if style == "flat" || (style == "envelope" && depth > 0) {
		return fields
	}
	top, groups := []field{}, map[string]*object{}
	group := func(name string) *object {
		if groups[name] == nil {
			groups[name] = body()
			top = append(top, field{name: name, value: groups[name]})
		}
		return groups[name]
	}
	for _, f := range fields {
		steps := strings.SplitN(f.path, ".", 2)
		switch {
		case f.path == "":
			top = append(top, f)
		case style == "envelope":
			group("payload").put(f.name, f.value)
		case len(steps) == 1:
			top = append(top, field{name: f.path, value: f.value})
		default:
			group(steps[0]).put(steps[1], f.value)
		}
	}
	return top
}

// extras are fields that no document names.
func (r renderer) extras(depth int) []field {
	id := ulid(zeroTime, r.formats.random(10))[10:]
	if depth > 0 {
		return []field{{name: "revision", value: int(id[0])}, {name: "labels", value: []string{"auto", id[:4]}}}
	}
	node := map[string]any{"zone": "eu-3", "build": 4711, "served": map[string]string{"by": id[:6]}}
	return []field{{name: "trace_ref", value: id}, {name: "node", value: node}, {name: "warnings", value: []string{}}}
}
